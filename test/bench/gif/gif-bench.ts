import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { encodeVideo } from '#libs/encode';
import { findTools } from '#libs/testing';
import { timed } from '../cpu-time.ts';
import { lumaSimilarity, rawInput } from '../luma-similarity.ts';
import { makeAssets } from '../render/assets.ts';
import { bundleWorker, NODE_FLAGS, WORKER } from '../render/bundled-worker.ts';
import { chosen } from '../render/chosen.ts';
import { FPS, SIZES, type TemplateName, TEMPLATES } from '../render/templates.ts';

const GIF = { width: 480, height: 270, fps: 12, frameCount: 48 };
/** Values of GIF_LOSS; at 0 ffmpeg's own file. */
const LOSSES = [0, 10, 20, 40, 80];

/**
 * Bytes, SSIM of luma and CPU of gifsicle for gifs of four seconds, 480×270, with several values of GIF_LOSS: of the templates
 * of `render`, and of clips and photographs, which the picture moves across.
 *
 * Options: words choose templates; absolute paths name clips (mp4, webm) and photographs.
 */
export async function gifBench(options: readonly string[]): Promise<void> {
  const found = await findTools<'gifsicle'>(['gifsicle']);
  if ('reason' in found) throw new Error(found.reason);
  const { gifsicle } = found.tools;
  const folder = await mkdtemp(join(tmpdir(), 'framewright-bench-'));
  const frames = join(folder, 'frames.yuv');
  try {
    print('| content | GIF_LOSS | kB | × | SSIM of luma | CPU s of gifsicle |');
    print('| --- | --- | --- | --- | --- | --- |');
    for (const file of options.filter((option) => option.startsWith('/'))) {
      await scaleFile(file, frames);
      await measure(basename(file), frames, { folder, gifsicle });
    }
    const words = options.filter((option) => !option.startsWith('/'));
    if (words.length === 0 && options.length > 0) return;
    await bundleWorker();
    for (const template of chosen(Object.keys(TEMPLATES) as TemplateName[], words)) {
      await drawTemplate(template, frames, folder);
      await measure(template, frames, { folder, gifsicle });
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function drawTemplate(template: TemplateName, frames: string, folder: string): Promise<void> {
  const assets = join(tmpdir(), 'framewright-bench-assets');
  await makeAssets(assets);
  const drawn = join(folder, 'drawn.yuv');
  const arguments_ = ['frames', template, '720p', assets, drawn, `${4 * FPS}`];
  await timed([process.execPath, ...NODE_FLAGS, WORKER, ...arguments_]);
  await ffmpeg([...rawInput(SIZES['720p'], FPS, drawn), ...asFrames(`fps=${GIF.fps},scale=480:270`), frames]);
  await rm(drawn);
}

async function scaleFile(file: string, frames: string): Promise<void> {
  const isPicture = /\.(jpe?g|png)$/.test(file);
  const cover = 'scale=1440:810:force_original_aspect_ratio=increase:out_range=tv:out_color_matrix=bt709,crop=1440:810';
  const moved = `${cover},zoompan=z=1+0.002*on:d=${GIF.frameCount}:s=480x270:fps=${GIF.fps}`;
  const filter = isPicture ? moved : `fps=${GIF.fps},${cover},scale=480:270`;
  await ffmpeg(['-i', file, ...asFrames(filter), frames]);
}

function asFrames(filter: string): string[] {
  const shape = ['-pix_fmt', 'yuv420p', '-frames:v', `${GIF.frameCount}`, '-f', 'rawvideo'];
  return ['-an', '-vf', filter, ...shape];
}

async function measure(
  content: string,
  frames: string,
  { folder, gifsicle }: { folder: string; gifsicle: string },
): Promise<void> {
  const bytes = await readFile(frames);
  const frameBytes = (GIF.width * GIF.height * 3) / 2;
  const job = { ...GIF, format: 'gif', encoder: 'software', sounds: [], output: join(folder, 'plain.gif') } as const;
  const frame = (number: number) => Promise.resolve(bytes.subarray(number * frameBytes, (number + 1) * frameBytes));
  await encodeVideo(job, frame, { signal: new AbortController().signal });
  const plainBytes = (await stat(job.output)).size;
  for (const loss of LOSSES) {
    const file = loss === 0 ? job.output : join(folder, 'smaller.gif');
    const options = ['--no-warnings', '-O2', '-Okeep-empty', `--lossy=${loss}`];
    const cpuS = loss === 0 ? 0 : (await timed([gifsicle, ...options, job.output, '-o', file])).cpuS;
    const { ssim } = await lumaSimilarity(file, rawInput(GIF, GIF.fps, frames), GIF.fps);
    const size = (await stat(file)).size;
    const figures = [(size / 1_000).toFixed(0), (size / plainBytes).toFixed(2), ssim.toFixed(4), cpuS.toFixed(2)];
    print(`| ${[content, loss, ...figures].join(' | ')} |`);
  }
}

async function ffmpeg(args: readonly string[]): Promise<void> {
  await promisify(execFile)('ffmpeg', ['-nostdin', '-v', 'error', '-y', ...args]);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
