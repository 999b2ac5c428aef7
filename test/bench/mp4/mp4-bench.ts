import { mkdtemp, open, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { encodedFrames, pictureOptions, planEncode } from '#libs/encode';
import { cutsOf, stillRunsOf, type Timeline } from '#libs/timeline';
import { timed } from '../cpu-time.ts';
import { lumaSimilarity, rawInput } from '../luma-similarity.ts';
import { bundleProgram, NODE_FLAGS, WORKER } from '../render/bundled-worker.ts';
import { chosen } from '../render/chosen.ts';
import { documentOf, STILL_TEMPLATES, type TemplateName, TEMPLATES } from '../render/templates.ts';
import { compileDocument } from '../render/work.ts';
import { makeTemplateAssets, TEMPLATE_NAMES, templateDocument } from '../templates/templates.ts';

const PROGRAM = WORKER.replace('worker.js', 'template-worker.js');
const PLAIN_NAMES = Object.keys({ ...TEMPLATES, ...STILL_TEMPLATES }) as TemplateName[];

/** Options of x264 that replace those of a render. */
const SETTINGS: Record<string, string> = {
  'plain veryfast': 'rc-lookahead=10:b-adapt=1:me=hex',
  'look-ahead 10': 'rc-lookahead=10',
  'look-ahead 20': 'rc-lookahead=20',
  'adaptive B': 'b-adapt=1',
  hexagon: 'me=hex',
  trellis: 'trellis=1',
  'aq-mode 2': 'aq-mode=2',
  'aq-mode 3': 'aq-mode=3',
  'subme 1': 'subme=1',
  'subme 4': 'subme=4',
};

/** Added to the quality of a render: between the two lies the same SSIM. */
const [FINER, COARSER] = [-1, 1];
/** Encoded frames of a template at most: four or five seconds, beside still runs. */
const MAX_FRAMES = 120;
/** Times that each is encoded: other work makes an encoder dearer, never cheaper. */
const ROUNDS = 2;
/** Width to which frames are scaled, pixels: the settings compare as they do in larger pictures, in a sixth of the time. */
const WIDTH = 640;

type Plan = ReturnType<typeof planEncode>;

/** A file with the frames of a template that a render encodes. */
interface Frames {
  file: string;
  plan: Plan;
}

interface Encoded {
  bytes: number;
  /** SSIM of luma, dB. */
  db: number;
  cpuS: number;
}

/**
 * Bytes and CPU of x264 with other settings than a render's, at the same SSIM, over the frames of templates that a render
 * encodes: the first 120. Each setting is encoded at two qualities, between which bytes and CPU at that SSIM are
 * interpolated.
 *
 * Options: words choose the templates and settings whose names they begin.
 */
export async function mp4Bench(options: readonly string[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'framewright-bench-'));
  const assets = join(tmpdir(), 'framewright-bench-assets');
  try {
    await bundleProgram(fileURLToPath(new URL('../templates/template-worker.ts', import.meta.url)), PROGRAM);
    await makeTemplateAssets(assets);
    const settings = chosen(Object.keys(SETTINGS), options);
    print(`| template | kB, SSIM dB, CPU s | ${settings.join(' | ')} |`);
    print(`| --- | --- |${' --- |'.repeat(settings.length)}`);
    for (const template of chosen([...PLAIN_NAMES, ...TEMPLATE_NAMES], options)) {
      const frames = await drawnFrames(template, assets, folder);
      const rendered = await encoded(frames, pictureOptions(frames.plan), folder);
      const cells = [`${(rendered.bytes / 1_000).toFixed(0)}, ${rendered.db.toFixed(2)}, ${rendered.cpuS.toFixed(2)}`];
      for (const setting of settings) cells.push(await beside(rendered, frames, SETTINGS[setting]!, folder));
      print(`| ${[template, ...cells].join(' | ')} |`);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function drawnFrames(template: string, assets: string, folder: string): Promise<Frames> {
  const name = PLAIN_NAMES.find((plain) => plain === template);
  const document = name ? documentOf(name, '720p') : templateDocument(template);
  const input = join(folder, 'template.json');
  const all = join(folder, 'all.yuv');
  await writeFile(input, JSON.stringify(document));
  await timed([process.execPath, ...NODE_FLAGS, PROGRAM, 'frames', input, assets, all]);
  const timeline = compileDocument(document);
  const { width, height, fps } = timeline;
  const unscaled = join(folder, 'encoded.yuv');
  await copyEncoded(all, unscaled, planOf(timeline));
  await rm(all);
  const size = { width: WIDTH, height: 2 * Math.round((WIDTH * height) / width / 2) };
  const file = join(folder, 'frames.yuv');
  const scale = ['-vf', `scale=${size.width}:${size.height}`, '-f', 'rawvideo', '-y', file];
  await timed(['ffmpeg', '-nostdin', '-v', 'error', ...rawInput(timeline, fps, unscaled), ...scale]);
  await rm(unscaled);
  return { file, plan: { ...planOf(timeline), ...size } };
}

/** The plan of a render. */
function planOf(timeline: Timeline): Plan {
  const { width, height, fps, frameCount } = timeline;
  const video = { width, height, fps, frameCount, format: 'mp4', encoder: 'software', sounds: [], output: '' } as const;
  return planEncode({ ...video, stillRuns: stillRunsOf(timeline), cuts: cutsOf(timeline) });
}

/** Copies the first of the frames that are encoded. */
async function copyEncoded(from: string, to: string, { width, height, frameCount, repeats }: Plan): Promise<void> {
  const [source, target] = [await open(from), await open(to, 'w')];
  const frame = Buffer.alloc(width * height * 1.5);
  for (const number of [...encodedFrames(frameCount, repeats)].slice(0, MAX_FRAMES)) {
    await source.read(frame, 0, frame.length, number * frame.length);
    await target.write(frame);
  }
  await source.close();
  await target.close();
}

/** Bytes and CPU at the SSIM of a render, as factors of the render's. */
async function beside(rendered: Encoded, frames: Frames, setting: string, folder: string): Promise<string> {
  const low = await encoded(frames, optionsWith(frames.plan, setting, COARSER), folder);
  const high = await encoded(frames, optionsWith(frames.plan, setting, FINER), folder);
  const share = (rendered.db - low.db) / (high.db - low.db);
  const bytes = low.bytes * (high.bytes / low.bytes) ** share;
  const cpuS = low.cpuS + (high.cpuS - low.cpuS) * share;
  return `${(bytes / rendered.bytes).toFixed(3)}, ${(cpuS / rendered.cpuS).toFixed(2)}`;
}

function optionsWith(plan: Plan, setting: string, quality: number): string[] {
  const options = pictureOptions(plan);
  const replaceAfter = (name: string, change: (value: string) => string): void => {
    const at = options.indexOf(name) + 1;
    options[at] = change(options[at]!);
  };
  replaceAfter('-crf', (crf) => `${Number(crf) + quality}`);
  replaceAfter('-x264-params', (params) => `${params}:${setting}`);
  return options;
}

async function encoded({ file, plan }: Frames, options: readonly string[], folder: string): Promise<Encoded> {
  const input = rawInput(plan, plan.fps, file);
  const video = join(folder, 'video.h264');
  const used: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const threads = ['-threads', '1'];
    const encode = ['ffmpeg', '-nostdin', '-v', 'error', '-y', ...input, ...options, ...threads, video];
    used.push((await timed(encode)).cpuS);
  }
  const { db } = await lumaSimilarity(video, input, plan.fps);
  return { bytes: (await stat(video)).size, db, cpuS: Math.min(...used) };
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
