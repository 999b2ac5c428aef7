import { readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mkdtemp } from 'node:fs/promises';
import { median, timed, type Usage } from '../cpu-time.ts';
import { makeAssets } from './assets.ts';
import { colourError } from './colour-error.ts';
import { decodeAlone, type DecodedRun, encodeAlone } from './limit.ts';
import { motionError } from './motion-error.ts';
import { peakMemory } from './peak-memory.ts';
import { peers } from './peers.ts';
import { FPS, SIZES, type SizeName, type TemplateName, TEMPLATES } from './templates.ts';
import { type StageTimes, timelineOf } from './work.ts';

const ROUNDS = 5;
const WORKER = new URL('./worker.ts', import.meta.url).pathname;

/** What a render may cost beside the limit. */
const GOALS: Record<SizeName, number> = { '720p': 1.35, '1080p': 1.25 };

/**
 * What a whole render costs beside what cannot be avoided: encoding the same finished frames alone and decoding the clip.
 * Each is a process of its own, started cold; they alternate, and the medians are compared. Options: `--peers` lets editly and
 * melt do the same; `--quick` leaves out the long video.
 */
export async function renderBench(options: readonly string[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'framewright-bench-'));
  const assets = join(tmpdir(), 'framewright-bench-assets');
  try {
    await makeAssets(assets);
    print(
      `CPU seconds of the whole process tree and wall seconds, 10 s at ${FPS} fps, median of ${ROUNDS} (least … most)\n`,
    );
    for (const template of Object.keys(TEMPLATES) as TemplateName[]) {
      for (const size of Object.keys(SIZES) as SizeName[]) await compare({ template, size, assets, folder });
    }
    if (options.includes('--peers')) await peers({ assets, folder, print });
    print(`Motion of a slow zoom    ${(await motionError(folder)).toFixed(4)} px rms (goal below 0.02)`);
    print(`Colours of flat areas    off by at most ${await colourError(folder)} (goal 1)`);
    if (!options.includes('--quick')) await printMemory(assets, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Case {
  template: TemplateName;
  size: SizeName;
  assets: string;
  folder: string;
}

async function compare({ template, size, assets, folder }: Case): Promise<void> {
  const timeline = timelineOf(template, size);
  const frames = join(folder, 'frames.yuv');
  const output = join(folder, 'ours.mp4');
  await timed(worker('frames', template, size, assets, frames));
  const encode = encodeAlone(timeline, assets, join(folder, 'limit.mp4'));
  const runs = clipRuns(template, size);
  const decode = runs.length > 0 ? await decodeAlone(assets, runs) : null;
  const ours: Usage[] = [];
  const limits: Usage[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(await timed(worker('render', template, size, assets, output)));
    const parts = [await timed(encode, frames), ...(decode ? [await timed(decode)] : [])];
    limits.push({ cpuS: sum(parts, 'cpuS'), wallS: sum(parts, 'wallS') });
  }
  const ratio = middle(ours, 'cpuS') / middle(limits, 'cpuS');
  const aboveMs = ((middle(ours, 'cpuS') - middle(limits, 'cpuS')) * 1000) / timeline.frameCount;
  print(`${template}, ${size}`);
  print(`  ours      CPU ${describe(ours, 'cpuS')}   wall ${describe(ours, 'wallS')}`);
  print(`  limit     CPU ${describe(limits, 'cpuS')}   wall ${describe(limits, 'wallS')}`);
  print(`  ratio     ${ratio.toFixed(2)} (goal ${GOALS[size]}), ${aboveMs.toFixed(2)} CPU ms a frame above the limit`);
  print(`  stages    ${await stagesOf(output)}; ${(await stat(output)).size} bytes\n`);
  await rm(frames);
}

/** What a template decodes of the clip: see its pages in `templates.ts`. */
function clipRuns(template: TemplateName, size: SizeName): DecodedRun[] {
  if (template !== 'clip with overlays') return [];
  const { width, height } = SIZES[size];
  const frames = Math.round(5.25 * FPS);
  return [
    { width, height, fps: FPS, frames },
    { width: width / 2, height: height / 2, fps: FPS, frames, fromS: 2 },
  ];
}

async function printMemory(assets: string, folder: string): Promise<void> {
  const peak = (mode: string) =>
    peakMemory(worker(mode, 'photo slideshow', '1080p', assets, join(folder, 'memory.mp4')));
  const [short, long] = [await peak('render'), await peak('long')];
  print(
    `Peak memory at 1080p     ${megabytes(short)} for 10 s, ${megabytes(long)} for 300 s (goal below 650 MB, within 15 %)`,
  );
}

function worker(mode: string, ...args: readonly [TemplateName, SizeName, assets: string, output: string]): string[] {
  return [process.execPath, WORKER, mode, ...args];
}

async function stagesOf(output: string): Promise<string> {
  const stages = JSON.parse(await readFile(`${output}.json`, 'utf8')) as StageTimes;
  const parts = Object.entries(stages).map(([stage, ms]) => `${stage} ${ms.toFixed(0)}`);
  return `${parts.join(', ')} ms wall`;
}

function sum(values: readonly Usage[], of: keyof Usage): number {
  return values.reduce((total, value) => total + value[of], 0);
}

function middle(values: readonly Usage[], of: keyof Usage): number {
  return median(values.map((value) => value[of]));
}

function describe(values: readonly Usage[], of: keyof Usage): string {
  const numbers = values.map((value) => value[of]);
  return `${median(numbers).toFixed(2)} (${Math.min(...numbers).toFixed(2)} … ${Math.max(...numbers).toFixed(2)})`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
