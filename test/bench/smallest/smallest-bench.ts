import { loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { unwrap } from '#libs/client';
import { startSystem, type TestSystem } from '#libs/testing';
import { cpuDuring, finished, renderedOf, sum } from '../measured-system.ts';

/** Number of videos before the measured ones, so that processes have started and code is compiled. */
const WARM_UP = 20;
const VIDEOS = 100;
const GOAL_S = 0.2;
/** Seconds without work, to measure the cost of services that wait. */
const IDLE_S = 10;

/** A video of 2 s at 320 × 180: nearly all of its cost is fixed. */
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
    const idle = await cpuDuring(system, () => delay(IDLE_S * 1000));
    let ids: string[] = [];
    const busy = await cpuDuring(system, async () => (ids = await renderAll(system, id, videos)));
    print(busy, idle, videos);
    printStages(system, ids);
  } finally {
    await system.stop();
  }
}

/** Orders videos and waits until all are finished. */
async function renderAll(system: TestSystem, templateId: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index++) {
    const pages = [{ number: 1, layers: [{ name: 'title', text: `Hello ${index}` }] }];
    const { id } = await unwrap(
      system.client.POST('/videos', { body: { template_id: templateId, format: 'mp4', pages } }),
    );
    ids.push(id);
  }
  for (const id of ids.toReversed()) await finished(system, id);
  return ids;
}

function print(busy: ReadonlyMap<string, number>, idle: ReadonlyMap<string, number>, videos: number): void {
  const row = (name: string, busyS: number, idleS: number): void => {
    const [video, second] = [busyS / videos, idleS / IDLE_S].map((s) => (s * 1000).toFixed(1).padStart(10));
    line(`${name.padEnd(14)} ${video} ${second}`);
  };
  line(`CPU ms, ${videos} videos, load ${loadavg()[0]!.toFixed(1)}`);
  line('                  a video  idle, a second');
  for (const [name, s] of busy) row(name, s, idle.get(name)!);
  row(`all (goal ${GOAL_S * 1000})`, sum(busy.values()), sum(idle.values()));
}

/** Wall time of the stages of videos, from the renderer's log. */
function printStages(system: TestSystem, videoIds: readonly string[]): void {
  const stages = renderedOf(system, videoIds).map(({ stage_ms }) => stage_ms);
  const names = Object.keys(stages[0] ?? {});
  const mean = (name: string): string => (sum(stages.map((times) => times[name] ?? 0)) / stages.length).toFixed(1);
  line(`Wall ms: ${names.map((name) => `${name} ${mean(name)}`).join(', ')}`);
}

function line(text: string): void {
  process.stdout.write(`${text}\n`);
}
