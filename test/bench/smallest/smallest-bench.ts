import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { unwrap } from '#libs/client';
import { eventually, startSystem, type TestSystem } from '#libs/testing';
import { processTimes, type ProcessTime } from '../api/cpu-of.ts';

/** Videos before the measured ones: processes have started, code is compiled. */
const WARM_UP = 20;
const VIDEOS = 100;
const GOAL_S = 0.2;
/** Seconds without work, to see what the services cost that wait. */
const IDLE_S = 10;

/** 2 s at 320 × 180: nearly all of what it costs is fixed. */
const DOCUMENT = {
  name: 'Smallest',
  width: 320,
  height: 180,
  pages: [
    {
      number: 1,
      duration: 2,
      layers: [
        { name: 'title', type: 'text' as const, text: 'Hello', font_size: 60, enter: { type: 'slide' as const } },
      ],
    },
  ],
};

/**
 * `npm run bench -- smallest [videos]`: CPU of the smallest video through the whole system, by process, of videos that are
 * ordered at once; and the wall time of its stages. Linux only.
 */
export async function smallestBench([count = `${VIDEOS}`]: readonly string[]): Promise<void> {
  const system = await startSystem({ LOG_LEVEL: 'info', RATE_LIMIT_PER_MINUTE: '1000000', RENDER_SLOTS: '1' });
  try {
    await system.operator('credits', 'grant', system.orgId, '1000000');
    const { id } = await unwrap(system.client.POST('/templates', { body: DOCUMENT }));
    await renderAll(system, id, WARM_UP);
    const videos = Number(count);
    const idle = await used(system, () => delay(IDLE_S * 1000));
    const busy = await used(system, () => renderAll(system, id, videos));
    print(busy, idle, videos);
    printStages(system, videos);
  } finally {
    await system.stop();
  }
}

/** Orders videos and waits until all are finished, asking seldom: answers cost as much as a video's request. */
async function renderAll(system: TestSystem, templateId: string, count: number): Promise<void> {
  const ids: string[] = [];
  for (let index = 0; index < count; index++) {
    const pages = [{ number: 1, layers: [{ name: 'title', text: `Hello ${index}` }] }];
    const { id } = await unwrap(
      system.client.POST('/videos', { body: { template_id: templateId, format: 'mp4', pages } }),
    );
    ids.push(id);
  }
  for (const id of ids.toReversed()) {
    const isFinished = async (): Promise<boolean> => {
      const { status } = await unwrap(system.client.GET('/videos/{id}', { params: { path: { id } } }));
      if (status === 'FAILED') throw new Error(`video ${id} failed`);
      return status === 'COMPLETED';
    };
    await eventually(isFinished, { timeoutMs: 600_000, everyMs: 500 });
  }
}

/** CPU seconds so far, by process. */
function usedBy({ dataFolder }: TestSystem): Map<string, number> {
  const { services, nats_pid, postgres_pid } = JSON.parse(
    readFileSync(join(dataFolder, 'processes.json'), 'utf8'),
  ) as Processes;
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

/** Of `$DATA_DIR/processes.json` (apps/local/src/data-folder.ts). */
interface Processes {
  services: Record<string, { pid: number }>;
  nats_pid: number;
  postgres_pid: number;
}

/** CPU seconds of each process during some work. */
async function used(system: TestSystem, work: () => Promise<unknown>): Promise<Map<string, number>> {
  const before = usedBy(system);
  await work();
  return new Map([...usedBy(system)].map(([name, s]) => [name, s - before.get(name)!]));
}

function print(busy: ReadonlyMap<string, number>, idle: ReadonlyMap<string, number>, videos: number): void {
  const row = (name: string, busyS: number, idleS: number): void => {
    const [video, second] = [busyS / videos, idleS / IDLE_S].map((s) => (s * 1000).toFixed(1).padStart(10));
    line(`${name.padEnd(14)} ${video} ${second}`);
  };
  line(`CPU ms, ${videos} videos, load ${loadavg()[0]!.toFixed(1)}`);
  line('                  a video  idle, a second');
  for (const [name, s] of busy) row(name, s, idle.get(name)!);
  row(`all (goal ${GOAL_S * 1000})`, sum([...busy.values()]), sum([...idle.values()]));
}

/** Wall time of the stages of the last videos, from the renderer's log. */
function printStages({ dataFolder }: TestSystem, videos: number): void {
  const log = readFileSync(join(dataFolder, 'logs/renderer.log'), 'utf8').split('\n');
  const rendered = log.filter((entry) => entry.includes('"segment.rendered"')).slice(-videos);
  const stages = rendered.map((entry) => (JSON.parse(entry) as { stage_ms: Record<string, number> }).stage_ms);
  const names = Object.keys(stages[0] ?? {});
  const mean = (name: string): string => (sum(stages.map((times) => times[name] ?? 0)) / stages.length).toFixed(1);
  line(`Wall ms: ${names.map((name) => `${name} ${mean(name)}`).join(', ')}`);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function line(text: string): void {
  process.stdout.write(`${text}\n`);
}
