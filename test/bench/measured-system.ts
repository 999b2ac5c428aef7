import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unwrap } from '#libs/client';
import { eventually, type TestSystem } from '#libs/testing';
import { processTimes, type ProcessTime } from './api/cpu-of.ts';

/** The used part of `$DATA_DIR/processes.json` (apps/local/src/data-folder.ts). */
interface Processes {
  services: Record<string, { pid: number }>;
  nats_pid: number;
  postgres_pid: number;
}

/** The renderer's log of a video that it has rendered: wall time by stage, and CPU time of the slot; ms. */
export interface Rendered {
  video_id: string;
  stage_ms: Record<string, number>;
  cpu_ms: { frames_ms: number; fixed_ms: number };
}

/** CPU seconds that each process of the system has used during some work. Linux only. */
export async function cpuDuring(system: TestSystem, work: () => Promise<unknown>): Promise<Map<string, number>> {
  const before = cpuByProcess(system);
  await work();
  return new Map([...cpuByProcess(system)].map(([name, s]) => [name, s - before.get(name)!]));
}

/** The processes of the renderer's slots. */
export function slotPids(system: TestSystem): number[] {
  const renderer = processesOf(system).services['renderer']!;
  return processTimes()
    .filter(({ parent }) => parent === renderer.pid)
    .map(({ pid }) => pid);
}

/** Waits until a video is finished. It asks seldom, because an answer costs as much as a video's request. */
export async function finished({ client }: TestSystem, id: string): Promise<void> {
  const isFinished = async (): Promise<boolean> => {
    const { status } = await unwrap(client.GET('/videos/{id}', { params: { path: { id } } }));
    if (status === 'FAILED') throw new Error(`video ${id} failed`);
    return status === 'COMPLETED';
  };
  await eventually(isFinished, { timeoutMs: 600_000, everyMs: 500 });
}

/** The log's lines about videos that were rendered whole, in its order. */
export function renderedOf({ dataFolder }: TestSystem, videoIds: readonly string[]): Rendered[] {
  const lines = readFileSync(join(dataFolder, 'logs/renderer.log'), 'utf8').split('\n');
  const rendered = lines.filter((line) => line.includes('"step.rendered"'));
  return rendered.map((line) => JSON.parse(line) as Rendered).filter(({ video_id }) => videoIds.includes(video_id));
}

export function sum(values: Iterable<number>): number {
  return [...values].reduce((total, value) => total + value, 0);
}

/** CPU seconds so far, by process. */
function cpuByProcess(system: TestSystem): Map<string, number> {
  const { services, nats_pid, postgres_pid } = processesOf(system);
  const all = processTimes();
  const of = (pid: number): ProcessTime => all.find((each) => each.pid === pid)!;
  const childrenOf = (pid: number): ProcessTime[] => all.filter(({ parent }) => parent === pid);
  const used = new Map(Object.entries(services).map(([name, { pid }]) => [name, of(pid).ownS]));
  const slots = childrenOf(services['renderer']!.pid);
  used.set('slot', sum(slots.map(({ ownS }) => ownS)));
  used.set('its programs', sum(slots.map(({ endedS }) => endedS)));
  const postgres = [of(postgres_pid), ...childrenOf(postgres_pid)];
  used.set('PostgreSQL', sum(postgres.map(({ ownS }) => ownS)) + of(postgres_pid).endedS);
  used.set('NATS', of(nats_pid).ownS);
  return used;
}

function processesOf({ dataFolder }: TestSystem): Processes {
  return JSON.parse(readFileSync(join(dataFolder, 'processes.json'), 'utf8')) as Processes;
}
