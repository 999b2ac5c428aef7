import { parseArgs } from 'node:util';
import { setTimeout as delay } from 'node:timers/promises';
import { eventually, startSystem, type TestSystem } from '#libs/testing';
import { countFrames, decodingFaults } from '../../e2e/read-file.ts';
import { counted, isDrawn, type Step, stepsOf, untilFree } from '../../e2e/render-steps.ts';
import { createTemplate, createVideo, readVideo, type VideoAnswer } from '../../e2e/steps.ts';
import { evidenceTable } from './evidence-table.ts';
import { judgeLostRenderers, type LostRenderersEvidence, type RendererKill } from './judge-lost-renderers.ts';

const PAGE_S = 20;
const FPS = 30;
const PATIENCE_MS = 3_600_000;
const LOOK_EVERY_MS = 200;
/** Share of a usual part's duration after which its renderer is killed. */
const MIDDLE = 0.4;

type Sizes = ReturnType<typeof sizesOf>;

/**
 * `npm run faults -- renderers [--renderers 3] [--times 2] [--seconds 600] [--lease 60]`: a long video is drawn in
 * parts by several renderers, first undisturbed, then while each of them is killed `times` times in the middle of a
 * part. Prints what was drawn again and how late the video was. Exits with 1 when a promise was broken.
 */
export async function lostRenderers(options: readonly string[]): Promise<void> {
  const sizes = sizesOf(options);
  const system = await startSystem({ RENDER_SLOTS: '1', LEASE_TIMEOUT_MS: String(sizes.leaseS * 1_000) });
  try {
    for (let more = 1; more < sizes.renderers; more += 1) await system.addRenderer();
    await system.operator('credits', 'grant', system.orgId, String(2 * sizes.seconds));
    const alone = await renderAlone(system, sizes);
    const evidence = await renderWithKills(system, sizes, alone);
    for (const line of evidenceTable(evidence)) print(line);
    const broken = judgeLostRenderers(evidence);
    for (const sentence of broken) print(`BROKEN ${sentence}`);
    process.exitCode = broken.length === 0 ? 0 : 1;
  } finally {
    await system.stop();
  }
}

function sizesOf(options: readonly string[]) {
  const { values } = parseArgs({
    args: [...options],
    options: {
      renderers: { type: 'string', default: '3' },
      times: { type: 'string', default: '2' },
      seconds: { type: 'string', default: '600' },
      lease: { type: 'string', default: '60' },
    },
  });
  const { renderers, times, seconds, lease } = values;
  return { renderers: Number(renderers), times: Number(times), seconds: Number(seconds), leaseS: Number(lease) };
}

/** Pages on which texts move a while and then stand still: it has many parts, and each takes some seconds only. */
function document(name: string, seconds: number): object {
  const layer = (row: number) => ({
    name: `row ${row}`,
    type: 'text',
    text: `Row ${row} of a page that soon stands still`,
    font_size: 90,
    text_color: '#ffffff',
    y: `${row * 18}%`,
    height: '18%',
    enter: { type: 'slide', direction: row % 2 ? 'left' : 'right', duration: PAGE_S / 10 },
  });
  const page = (n: number) => ({
    number: n + 1,
    duration: PAGE_S,
    background_color: n % 2 ? '#0f3d3e' : '#3e0f3d',
    layers: [0, 1, 2, 3, 4].map(layer),
  });
  return {
    name,
    width: 1920,
    height: 1080,
    pages: Array.from({ length: Math.ceil(seconds / PAGE_S) }, (_, n) => page(n)),
  };
}

interface Rendering {
  video: VideoAnswer;
  steps: Step[];
  seconds: number;
  progressFell: boolean;
  /** Durations of the parts that were seen until they were DONE, s. */
  partsS: number[];
}

/** Renders a video of a new template, whose costs are unknown, and reads it until its end. */
async function render(system: TestSystem, sizes: Sizes, meanwhile?: (id: string) => Promise<void>): Promise<Rendering> {
  await untilFree(system, sizes.renderers);
  const name = meanwhile ? 'With kills' : 'Alone';
  const template_id = await createTemplate(system, document(name, sizes.seconds));
  const begun = performance.now();
  const { id } = await createVideo(system, { template_id, format: 'mp4', fps: FPS });
  const other = meanwhile?.(id);
  const held = new Map<number, number>();
  let shown = 0;
  let progressFell = false;
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const [video, steps] = await Promise.all([readVideo(system, id), stepsOf(system, id)]);
    for (const step of steps) if (isDrawn(step)) held.set(step.index, step.held_s!);
    progressFell ||= video.progress < shown;
    shown = video.progress;
    if (video.status !== 'PROCESSING' || Date.now() > deadline) {
      const seconds = (performance.now() - begun) / 1_000;
      await other;
      return { video, steps, seconds, progressFell, partsS: [...held.values()] };
    }
    await delay(LOOK_EVERY_MS);
  }
}

async function renderAlone(system: TestSystem, sizes: Sizes): Promise<Rendering> {
  const alone = await render(system, sizes);
  if (alone.video.status !== 'COMPLETED') throw new Error(`without kills the video is ${alone.video.status}`);
  print(`without kills: ${alone.partsS.length} parts of ${alone.steps.length} steps, ${alone.seconds.toFixed(1)} s`);
  return alone;
}

async function renderWithKills(system: TestSystem, sizes: Sizes, alone: Rendering): Promise<LostRenderersEvidence> {
  const usualPartS = alone.partsS.toSorted((a, b) => a - b)[Math.floor(alone.partsS.length / 2)]!;
  const before = await attemptsCounted(system);
  let kills: RendererKill[] = [];
  const run = await render(system, sizes, async (id) => {
    kills = await killEach(system, id, { ...sizes, afterS: MIDDLE * usualPartS });
  });
  const after = await attemptsCounted(system);
  const { status, video_url } = run.video;
  return {
    status,
    frames: { expected: sizes.seconds * FPS, found: await countFrames(video_url) },
    faultsOfFile: await decodingFaults(video_url),
    progressFell: run.progressFell,
    renderers: sizes.renderers,
    times: sizes.times,
    kills,
    steps: run.steps,
    counted: { accepted: after.accepted - before.accepted, lost: after.lost - before.lost },
    seconds: { alone: alone.seconds, withKills: run.seconds },
    leaseS: sizes.leaseS,
    longestPartS: Math.max(...alone.partsS),
  };
}

/**
 * Kills every renderer `times` times, one after the other, each time in the middle of a part. Ends early when the video
 * does.
 */
async function killEach(
  system: TestSystem,
  id: string,
  { renderers, times, afterS }: Pick<Sizes, 'renderers' | 'times'> & { afterS: number },
): Promise<RendererKill[]> {
  const kills: RendererKill[] = [];
  for (let time = 1; time <= times; time += 1) {
    const pids = await eventually(() => {
      const alive = system.rendererPids.filter((pid) => !kills.some(({ rendererPid }) => rendererPid === pid));
      return alive.length === renderers && alive; // those that were killed are started again
    });
    for (const pid of pids) {
      const kill = await killInAPart(system, id, { pid, afterS });
      if (!kill) return kills;
      kills.push(kill);
      print(`kill ${kills.length}: renderer ${pid}, in part ${kill.lost.index}, ${kill.done.length} steps done`);
    }
  }
  return kills;
}

async function killInAPart(
  system: TestSystem,
  id: string,
  { pid, afterS }: { pid: number; afterS: number },
): Promise<RendererKill | null> {
  for (;;) {
    const steps = await stepsOf(system, id);
    if (steps.length > 0 && steps.every(({ state }) => state === 'DONE')) return null;
    const part = steps.find((one) => isDrawn(one) && one.renderer_pid === pid && one.held_s! >= afterS);
    if (part) {
      process.kill(pid, 'SIGKILL');
      const done = steps.filter(({ state }) => state === 'DONE');
      return { rendererPid: pid, lost: claimOf(part), done: done.map(claimOf) };
    }
    await delay(LOOK_EVERY_MS / 2);
  }
}

function claimOf({ index, epoch }: Step): { index: number; epoch: number } {
  return { index, epoch };
}

async function attemptsCounted(system: TestSystem): Promise<{ accepted: number; lost: number }> {
  const of = (outcome: string) => counted(system, `framewright_segment_attempts_total{outcome="${outcome}"}`);
  return { accepted: await of('accept'), lost: await of('lost') };
}

function print(words: string): void {
  process.stdout.write(`  ${words}\n`);
}
