import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pictureOptions, planEncode } from '#libs/encode';
import { timed } from '../cpu-time.ts';
import { lumaSimilarity, rawInput } from '../luma-similarity.ts';
import { makeAssets } from '../render/assets.ts';
import { bundleWorker, NODE_FLAGS, WORKER } from '../render/bundled-worker.ts';
import { chosen } from '../render/chosen.ts';
import { FPS, SIZES, type SizeName, STILL_TEMPLATES, type TemplateName, TEMPLATES } from '../render/templates.ts';

const TEMPLATE_NAMES = Object.keys({ ...TEMPLATES, ...STILL_TEMPLATES }).filter(
  (name) => name !== 'one photo with text',
) as TemplateName[];

/** Frames that are encoded. */
const FRAMES: Record<SizeName, number> = { '720p': 4 * FPS, '1080p': 2 * FPS };

interface Setting {
  /** Options of libvpx. */
  options: readonly string[];
  /** A first pass collects statistics for the second one. */
  hasTwoPasses?: boolean;
}

const GOOD = ['-deadline', 'good', '-cpu-used', '5', '-crf', '34'];
const REALTIME = ['-deadline', 'realtime', '-cpu-used', '6', '-crf', '32'];
const ROWS = ['-row-mt', '1'];
const TILES = ['-tile-columns', '2'];
const ONE_TILE = ['-tile-columns', '0'];
/**
 * Options with which probabilities adapt to each frame. libvpx turns that off by default, so that frames can be decoded
 * in parallel.
 */
const ADAPTING = ['-frame-parallel', '0'];

/** Settings to compare with those of a render. */
const SETTINGS: Record<string, Setting> = {
  'good 5, tiles': { options: [...GOOD, ...ROWS, ...TILES] },
  'good 5, one tile': { options: [...GOOD, ...ROWS, ...ONE_TILE] },
  'good 5, no rows': { options: [...GOOD, '-row-mt', '0', ...TILES] },
  'good 5, two passes': { options: [...GOOD, ...ROWS, ...TILES], hasTwoPasses: true },
  'good 4, crf 35': { options: ['-deadline', 'good', '-cpu-used', '4', '-crf', '35', ...ROWS, ...TILES] },
  'realtime 6, crf 32': { options: [...REALTIME, ...ROWS, ...TILES] },
  'realtime 6, adapting': { options: [...REALTIME, ...ROWS, ...TILES, ...ADAPTING] },
  'realtime 7, crf 34': { options: ['-deadline', 'realtime', '-cpu-used', '7', '-crf', '34', ...ROWS, ...TILES] },
};

const SETTING_NAMES = ['as rendered', ...Object.keys(SETTINGS)];

/**
 * Bytes, SSIM and CPU of VP9 with what a render uses and with other settings, over the first seconds of five templates. The
 * sound is left out.
 *
 * Options: words choose the templates and settings whose names they begin, and the sizes.
 */
export async function webmBench(options: readonly string[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'framewright-bench-'));
  const assets = join(tmpdir(), 'framewright-bench-assets');
  try {
    await bundleWorker();
    await makeAssets(assets);
    print('| template | size | setting | kB | SSIM of luma | CPU s | wall s |');
    print('| --- | --- | --- | --- | --- | --- | --- |');
    for (const template of chosen(TEMPLATE_NAMES, options)) {
      for (const size of chosen(Object.keys(SIZES) as SizeName[], options)) {
        await measure({ template, size, assets, folder, settings: chosen(SETTING_NAMES, options) });
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Case {
  template: TemplateName;
  size: SizeName;
  assets: string;
  folder: string;
  settings: readonly string[];
}

async function measure({ template, size, assets, folder, settings }: Case): Promise<void> {
  const frames = join(folder, 'frames.yuv');
  const file = join(folder, 'video.webm');
  const drawn = ['frames', template, size, assets, frames, `${FRAMES[size]}`];
  await timed([process.execPath, ...NODE_FLAGS, WORKER, ...drawn]);
  const input = rawInput(SIZES[size], FPS, frames);
  for (const name of settings) {
    const setting = SETTINGS[name] ?? asRendered(size);
    let [cpuS, wallS] = [0, 0];
    for (const pass of passesOf(setting, folder)) {
      const codec = [...pass, '-c:v', 'libvpx-vp9', ...setting.options, '-b:v', '0', '-pix_fmt', 'yuv420p'];
      const used = await timed(['ffmpeg', '-v', 'error', '-y', ...input, ...codec, file]);
      cpuS += used.cpuS;
      wallS += used.wallS;
    }
    const { ssim } = await lumaSimilarity(file, input, FPS);
    const figures = [((await stat(file)).size / 1_000).toFixed(0), ssim.toFixed(6)];
    print(`| ${[template, size, name, ...figures, cpuS.toFixed(2), wallS.toFixed(1)].join(' | ')} |`);
  }
  await rm(frames);
}

/** The options that a render uses. */
function asRendered(size: SizeName): Setting {
  const video = { ...SIZES[size], fps: FPS, frameCount: FRAMES[size], format: 'webm' } as const;
  return { options: pictureOptions(planEncode({ ...video, encoder: 'software', sounds: [], output: '' })) };
}

function passesOf({ hasTwoPasses = false }: Setting, folder: string): readonly string[][] {
  if (!hasTwoPasses) return [[]];
  return ['1', '2'].map((pass) => ['-pass', pass, '-passlogfile', join(folder, 'pass')]);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
