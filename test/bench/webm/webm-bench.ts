import { mkdtemp, rm, stat } from 'node:fs/promises';
import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { timed } from '../cpu-time.ts';
import { makeAssets } from '../render/assets.ts';
import { bundleWorker, NODE_FLAGS, WORKER } from '../render/bundled-worker.ts';
import { FPS, STILL_TEMPLATES, type TemplateName, TEMPLATES } from '../render/templates.ts';

const TEMPLATE_NAMES = Object.keys({ ...TEMPLATES, ...STILL_TEMPLATES }).filter(
  (name) => name !== 'one photo with text',
) as TemplateName[];
const RAW = ['-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-s', '1280x720', '-r', `${FPS}`];
const SECONDS = '4';
const CORES = ['-row-mt', '1', '-tile-columns', '2'];

/** Settings beside the two of `VP9_QUALITY` in libs/encode. */
const SETTINGS: Record<string, readonly string[]> = {
  'realtime 6, crf 32': ['-deadline', 'realtime', '-cpu-used', '6', '-crf', '32', ...CORES],
  'realtime 7, crf 34': ['-deadline', 'realtime', '-cpu-used', '7', '-crf', '34', ...CORES],
  'good 5, crf 34': ['-deadline', 'good', '-cpu-used', '5', '-crf', '34', ...CORES],
  'good 5, one tile': ['-deadline', 'good', '-cpu-used', '5', '-crf', '34', '-row-mt', '1', '-tile-columns', '0'],
  'good 4, crf 35': ['-deadline', 'good', '-cpu-used', '4', '-crf', '35', ...CORES],
};

/** Bytes, SSIM and CPU of VP9 with several settings, over the first seconds of five templates at 720p. */
export async function webmBench(options: readonly string[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'framewright-bench-'));
  const assets = join(tmpdir(), 'framewright-bench-assets');
  try {
    await bundleWorker();
    await makeAssets(assets);
    const frames = join(folder, 'frames.yuv');
    print('| template | setting | kB | SSIM of luma | CPU s | wall s |\n| --- | --- | --- | --- | --- | --- |');
    for (const template of TEMPLATE_NAMES.filter((name) => options.every((option) => name.startsWith(option)))) {
      await timed([process.execPath, ...NODE_FLAGS, WORKER, 'frames', template, '720p', assets, frames]);
      for (const [name, setting] of Object.entries(SETTINGS)) {
        const file = join(folder, 'video.webm');
        const codec = ['-c:v', 'libvpx-vp9', ...setting, '-b:v', '0', '-pix_fmt', 'yuv420p'];
        const args = ['-v', 'error', '-y', ...RAW, '-t', SECONDS, '-i', frames, ...codec, file];
        const { cpuS, wallS } = await timed(['ffmpeg', ...args]);
        const bytes = ((await stat(file)).size / 1_000).toFixed(0);
        print(
          `| ${template} | ${name} | ${bytes} | ${await ssim(file, frames)} | ${cpuS.toFixed(2)} | ${wallS.toFixed(1)} |`,
        );
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Structural similarity of luma to the frames that were encoded, frame by frame. */
async function ssim(file: string, frames: string): Promise<string> {
  const inStep = ['0', '1'].map((input) => `[${input}:v]settb=1/${FPS},setpts=N[in${input}]`).join(';');
  const args = [
    '-i',
    file,
    ...RAW,
    '-t',
    SECONDS,
    '-i',
    frames,
    '-lavfi',
    `${inStep};[in0][in1]ssim`,
    '-f',
    'null',
    '-',
  ];
  const { stderr } = await promisify(execFile)('ffmpeg', ['-nostdin', '-hide_banner', ...args]);
  return /SSIM Y:([\d.]+)/.exec(stderr)![1]!;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
