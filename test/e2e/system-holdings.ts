import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { holdingsOf, type TestSystem } from '#libs/testing';

/** Holdings of the processes of a system, by name. */
export type SystemHoldings = ReadonlyMap<string, Held>;

export interface Held {
  readonly pid: number;
  readonly descriptors: number;
  readonly sockets: number;
  /** Private memory, bytes. */
  readonly memoryBytes: number;
}

/** The name of the renderer's programs: its slots, and what they start. They are replaced now and then. */
export const PROGRAMS = "the renderer's programs";

/** The used part of `$DATA_DIR/processes.json` (apps/local/src/data-folder.ts). */
interface Processes {
  services: Record<string, { pid: number }>;
  nats_pid: number;
  postgres_pid: number;
}

/** Holdings of every process of a system; one that is not running is missing. */
export function systemHoldings({ dataFolder }: TestSystem): SystemHoldings {
  const { services, nats_pid, postgres_pid } = JSON.parse(
    readFileSync(join(dataFolder, 'processes.json'), 'utf8'),
  ) as Processes;
  const pids = { ...Object.fromEntries(Object.entries(services).map(([name, { pid }]) => [name, pid])) };
  const all = Object.entries({ ...pids, nats: nats_pid, postgres: postgres_pid }).flatMap(([name, pid]) => {
    const held = holdingsOf(pid);
    return held ? [[name, { ...held, pid }] as const] : [];
  });
  return new Map([...all, ...programsOf(services['renderer']?.pid)]);
}

/** The processes of what {@link systemHoldings} found, but for those that are replaced now and then. */
export function pidsOf(held: SystemHoldings): Record<string, number> {
  return Object.fromEntries([...held].filter(([name]) => name !== PROGRAMS).map(([name, { pid }]) => [name, pid]));
}

/** Files that exist only while a request is worked on, below the data folder of a system. */
export function temporaryFiles({ dataFolder }: TestSystem): string[] {
  const places = [
    'storage/incoming/*',
    'storage/objects/imports/*',
    'work/stills/work/*',
    'work/**/assets/incoming/*',
    'work/rows/*',
  ];
  return globSync(places, { cwd: dataFolder });
}

function programsOf(renderer: number | undefined): [string, Held][] {
  const pids = renderer === undefined ? [] : descendantsOf(renderer);
  const held = pids.flatMap((pid) => holdingsOf(pid) ?? []);
  const sum = (of: 'descriptors' | 'sockets' | 'memoryBytes') => held.reduce((total, each) => total + each[of], 0);
  const total = { descriptors: sum('descriptors'), sockets: sum('sockets'), memoryBytes: sum('memoryBytes') };
  return [[PROGRAMS, { pid: pids[0] ?? 0, ...total }]];
}

function descendantsOf(pid: number): number[] {
  const file = `/proc/${pid}/task/${pid}/children`;
  if (!existsSync(file)) return [];
  const children = readFileSync(file, 'latin1').split(' ').filter(Boolean).map(Number);
  return children.flatMap((child) => [child, ...descendantsOf(child)]);
}
