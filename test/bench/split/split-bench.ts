import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { FrameRange } from '#libs/encode';
import { timed, type Usage } from '../cpu-time.ts';
import { makeAssets } from '../render/assets.ts';
import { bundleProgram, NODE_FLAGS, WORKER } from '../render/bundled-worker.ts';
import { SIZES, type SizeName, type TemplateName, TEMPLATES } from '../render/templates.ts';
import { jointQuality } from './joint-quality.ts';
import { measuredBench, modelBench } from './model-bench.ts';
import { partsOf, pictureFile, soundFile, type SplitVideo, timelineOf } from './split-work.ts';

const DEFAULT_S = 180;
const COUNTS = [1, 2, 4];
const SPLIT_WORKER = WORKER.replace(/render\/worker\.js$/, 'split/split-worker.js');

/** A video of the bench, and the folder of its files. */
interface Bench {
  video: SplitVideo;
  folder: string;
}

/**
 * One video in 1, 2 and 4 parts, each drawn and encoded by a process of its own at the same time, with one more for the sound,
 * and then joined: processor time and bytes beside the video that is encoded whole, and what differs in picture and sound.
 *
 * Options: a word chooses the template whose name it begins (default: `text and shapes`), `720p` the size, `webm` the format, a
 * number the length in seconds; `--quick` leaves out drawing everything twice. `model` measures the steps of the template and
 * prints how long other lengths take on other numbers of workers; `measured` draws the video in the slots of this machine
 * and prints its time beside the model's.
 */
export async function splitBench(options: readonly string[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'framewright-bench-'));
  process.env['NODE_COMPILE_CACHE'] = join(folder, 'code');
  try {
    const assets = join(tmpdir(), 'framewright-bench-assets');
    await makeAssets(assets);
    await bundleProgram(fileURLToPath(new URL('./split-worker.ts', import.meta.url)), SPLIT_WORKER);
    const bench = { video: { ...videoOf(options), assets }, folder };
    const measured = { video: bench.video, work, print };
    if (options.includes('model')) await modelBench(measured);
    else if (options.includes('measured')) await measuredBench(measured);
    else {
      await compareFiles(bench);
      if (!options.includes('--quick')) await compareDrawn(bench);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function videoOf(options: readonly string[]): Omit<SplitVideo, 'assets'> {
  const [template = 'text and shapes'] = (Object.keys(TEMPLATES) as TemplateName[]).filter((name) =>
    options.some((word) => name.startsWith(word)),
  );
  const [size = '1080p'] = (Object.keys(SIZES) as SizeName[]).filter((name) => options.includes(name));
  const seconds = options.map(Number).find((value) => value > 0) ?? DEFAULT_S;
  return { template, size, seconds, format: options.includes('webm') ? 'webm' : 'mp4' };
}

async function compareFiles(bench: Bench): Promise<void> {
  const { template, size, format } = bench.video;
  const timeline = timelineOf(bench.video);
  print(`${template}, ${size}, ${format}, ${timeline.frameCount} frames, ${timeline.pages.length} pages\n`);
  print('| parts | CPU s | × whole | wall s | kB | × whole | sound | joints, dB | beside whole | step over a joint |');
  print('| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |');
  const whole = join(bench.folder, 'whole');
  const alone = await work(bench.video, 'whole', whole);
  const bytes = (await stat(whole)).size;
  const sound = await soundOf(whole);
  print(`| whole | ${[seconds(alone.cpuS), '', seconds(alone.wallS), kB(bytes), '', '', '', '', ''].join(' | ')} |`);
  for (const count of COUNTS) {
    const output = join(bench.folder, `in-${count}`);
    const parts = partsOf(timeline, count);
    const used = await inParts(bench, output, parts);
    const size = (await stat(output)).size;
    const joints = parts.slice(1).map(({ fromFrame }) => fromFrame);
    const quality = await jointQuality({ ...bench, output, whole, joints, draw: drawInto(bench) });
    const cells = [
      ...[seconds(used.cpuS), ratio(used.cpuS, alone.cpuS), seconds(used.wallS), kB(size), ratio(size, bytes)],
      ...[(await soundOf(output)) === sound ? 'equal' : 'DIFFERS', ...quality],
    ];
    print(`| ${count} | ${cells.join(' | ')} |`);
  }
}

/** All parts and the sound at once, then the stitching: CPU of all of it, and the time until the file is there. */
async function inParts(bench: Bench, output: string, parts: readonly FrameRange[]): Promise<Usage> {
  const startedAt = performance.now();
  const pieces = await Promise.all([
    work(bench.video, 'sound', soundFile(output)),
    ...parts.map((part) => work(bench.video, 'pictures', pictureFile(output, part), part)),
  ]);
  const joined = await work(bench.video, 'stitch', output, parts);
  const cpuS = [...pieces, joined].reduce((sum, used) => sum + used.cpuS, 0);
  return { cpuS, wallS: (performance.now() - startedAt) / 1_000 };
}

/** Draws every frame twice, in one process and in four that begin anywhere, and compares them. */
async function compareDrawn(bench: Bench): Promise<void> {
  const timeline = timelineOf(bench.video);
  const parts = partsOf(timeline, 4);
  const sumsOf = async (range: FrameRange): Promise<number[]> => {
    const file = join(bench.folder, `${range.fromFrame}-${range.toFrame}.json`);
    await work(bench.video, 'checksums', file, range);
    return JSON.parse(await readFile(file, 'utf8')) as number[];
  };
  const [whole, ...pieces] = await Promise.all(
    [{ fromFrame: 0, toFrame: timeline.frameCount }, ...parts].map((range) => sumsOf(range)),
  );
  const differing = pieces.flat().filter((sum, frame) => sum !== whole![frame]).length;
  print(`\n${whole!.length} frames drawn whole and in 4 parts: ${differing} differ`);
}

function drawInto(bench: Bench): (output: string, range: FrameRange) => Promise<unknown> {
  return (output, range) => work(bench.video, 'frames', output, range);
}

function work(
  video: SplitVideo,
  mode: string,
  output: string,
  range?: FrameRange | readonly FrameRange[],
): Promise<Usage> {
  const args = [mode, JSON.stringify(video), output, JSON.stringify(range ?? null)];
  return timed([process.execPath, ...NODE_FLAGS, SPLIT_WORKER, ...args]);
}

async function soundOf(file: string): Promise<string> {
  const args = ['-v', 'error', '-i', file, '-map', '0:a', '-f', 'md5', '-'];
  return (await promisify(execFile)('ffmpeg', args)).stdout;
}

function seconds(value: number): string {
  return value.toFixed(1);
}

function kB(bytes: number): string {
  return (bytes / 1_000).toFixed(0);
}

function ratio(value: number, other: number): string {
  return (value / other).toFixed(3);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
