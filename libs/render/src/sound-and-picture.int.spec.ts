import { execFile } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DEFAULT_TOOLS } from '#libs/encode';
import { createGuard } from '#libs/net-guard';
import { compile } from '#libs/timeline';
import { measureLoudness, serve, temporaryFolder, type TestServer, validDocument } from '#libs/testing';
import { renderJob } from './render-job.js';
import { openRenderTools, type RenderTools } from './render-tools.js';

const run = promisify(execFile);
const FPS = 24;
const FRAME_S = 1 / FPS;
const SIZE = { width: 64, height: 36 };
const NEVER = new AbortController().signal;
const guard = createGuard({ allow: ['127.0.0.0/8'], allowHttp: true });
let folder: string;
let server: TestServer;
let tools: RenderTools;

beforeAll(async () => {
  folder = temporaryFolder('aligned');
  server = await serve((request, response) => void createReadStream(join(folder, request.url!)).pipe(response));
  const most = 100_000_000;
  const settings = {
    ...{ folder, ffmpeg: DEFAULT_TOOLS, repeatsStillRuns: true, keptBytes: 0 },
    disk: { total: 1_000_000_000, cache: 0 },
    ...{ assetSpareMs: 0, assetFetchTimeoutMs: 30_000, assetStallTimeoutMs: 30_000 },
    assetMaxBytes: { image: most, audio: most, video: most, font: most, caption: most, lottie: most },
    videoLimits: { assets: 100, bytes: most, fontBytes: most, imagePixels: 1_000_000 },
  };
  tools = await openRenderTools(settings, { fetcher: guard });
});
afterAll(async () => {
  await guard.close();
  await server.stop();
});

/** Footage that flashes white and beeps for 0.2 s from `atS` on, and its address. */
async function clapper(name: string, durationS: number, atS: number, options: readonly string[]): Promise<string> {
  const isOn = `between(t,${atS},${atS + 0.2})`;
  const picture = `color=black:s=64x36:r=25:d=${durationS},drawbox=c=white:t=fill:enable='${isOn}'`;
  const beep = "aevalsrc='0.8*sin(2*PI*600*t)':s=44100:d=0.2";
  const sound = `${beep},adelay=${atS * 1_000},apad=whole_dur=${durationS}`;
  const inputs = ['-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', sound];
  await run('ffmpeg', ['-v', 'error', '-y', ...inputs, ...options, join(folder, name)]);
  return `${server.url}/${name}`;
}

const MP4 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '250', '-c:a', 'aac'];
const WEBM = ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '16', '-c:a', 'libvorbis', '-ac', '2'];

async function render(
  name: string,
  pages: readonly object[],
  format: 'mp4' | 'webm' = 'mp4',
  options: object = {},
): Promise<string> {
  const numbered = pages.map((page, index) => ({ number: index + 1, background_color: '#000000', ...page }));
  const document = validDocument({ name, ...SIZE, pages: numbered, ...options });
  const frames = compile(document, { fps: FPS }).frameCount;
  const work = join(folder, name);
  await mkdir(work);
  const range = { from_frame: 0, to_frame: frames, frame_count: frames };
  const plan = { format, encoder: 'software', fps: FPS, ...range, document } as const;
  const hooks = { signal: NEVER, onFrame: () => undefined };
  return (await renderJob({ plan, folder: work }, tools, hooks)).file;
}

/** Seconds at which a file turns bright, and at which its sound starts. */
async function flashesAndBeeps(file: string): Promise<{ flashes: number[]; beeps: number[] }> {
  const buffers = { encoding: 'buffer', maxBuffer: 400_000_000 } as const;
  const luma = await run(
    'ffmpeg',
    ['-v', 'error', '-i', file, '-vf', 'scale=2:2', '-f', 'rawvideo', '-pix_fmt', 'gray', '-'],
    buffers,
  );
  const pcm = await run('ffmpeg', ['-v', 'error', '-i', file, '-ac', '1', '-ar', '48000', '-f', 's16le', '-'], buffers);
  const bright = Array.from({ length: luma.stdout.length / 4 }, (_, n) => luma.stdout[n * 4]! > 128);
  const samples = new Int16Array(pcm.stdout.buffer, pcm.stdout.byteOffset, pcm.stdout.length >> 1);
  const block = 48;
  const loud = Array.from({ length: Math.floor(samples.length / block) }, (_, n) =>
    samples.subarray(n * block, (n + 1) * block).some((value) => Math.abs(value) > 6_000),
  );
  return { flashes: starts(bright, FPS, 0), beeps: starts(loud, 1_000, 20) };
}

/** Seconds at which runs of `true` begin; gaps of up to `bridged` belong to a run. */
function starts(values: readonly boolean[], perS: number, bridged: number): number[] {
  let last = -Infinity;
  return values.flatMap((value, index) => {
    const begins = value && index - last > bridged + 1;
    if (value) last = index;
    return begins ? [index / perS] : [];
  });
}

function expectTogether(found: { flashes: number[]; beeps: number[] }, wantedS: readonly number[]): void {
  expect([found.flashes.length, found.beeps.length]).toEqual([wantedS.length, wantedS.length]);
  wantedS.forEach((atS, index) => {
    const [flash, beep] = [found.flashes[index]!, found.beeps[index]!];
    expect(Math.abs(flash - beep)).toBeLessThan(FRAME_S);
    expect(Math.abs(flash - atS)).toBeLessThan(FRAME_S);
  });
}

describe('sound and picture of clips', () => {
  it('are together at the end of a video of minutes', async () => {
    const long = await clapper('long.mp4', 120, 119, MP4);
    const short = await clapper('short.mp4', 1, 0.5, MP4);
    const file = await render('minutes', [
      { duration: 59.7, layers: [] },
      { duration: 60.3, layers: [{ name: 'late', type: 'video', source_url: short, start: 58 }] },
    ]);
    expectTogether(await flashesAndBeeps(file), [59.7 + 58 + 0.5]);
    const whole = await render('one-clip', [
      { duration: 120, layers: [{ name: 'c', type: 'video', source_url: long }] },
    ]);
    expectTogether(await flashesAndBeeps(whole), [119]);
  });

  it.each([
    ['mp4', MP4],
    ['webm', WEBM],
  ] as const)(
    'are together in every round, at any speed, in %s',
    async (format, options) => {
      const source = await clapper(`rounds.${format}`, 2, 1, options);
      const cut = { trim_start: 0.6, trim_end: 1.8 };
      const layers = (change: object) => [{ name: 'c', type: 'video', source_url: source, ...change }];
      const looped = await render(`loop-${format}`, [{ duration: 6, layers: layers({ ...cut, loop: true }) }], format);
      // A round of 1.2 s is 29 frames.
      expectTogether(
        await flashesAndBeeps(looped),
        [0, 1, 2, 3, 4].map((round) => 0.4 + (round * 29) / FPS).filter((s) => s < 6),
      );
      const slow = await render(`slow-${format}`, [{ duration: 6, layers: layers({ speed: 0.5, start: 1 }) }], format);
      expectTogether(await flashesAndBeeps(slow), [3]);
      const fast = await render(`fast-${format}`, [{ duration: 3, layers: layers({ speed: 1.6 }) }], format);
      expectTogether(await flashesAndBeeps(fast), [1 / 1.6]);
    },
    120_000,
  );

  it('are as loud as the document asks', async () => {
    const source = await clapper('loud.mp4', 2, 0.4, MP4);
    const pages = [{ duration: 2, layers: [{ name: 'c', type: 'video', source_url: source }] }];
    const { loudnessLufs } = await measureLoudness(await render('loud', pages, 'mp4', { loudness: -23 }));
    expect(Math.abs(loudnessLufs + 23)).toBeLessThanOrEqual(0.5);
  });

  it('is silent where the clip is mute', async () => {
    const source = await clapper('mute.mp4', 1, 0.4, MP4);
    const file = await render('mute', [
      { duration: 1, layers: [{ name: 'c', type: 'video', source_url: source, mute: true }] },
    ]);
    expect(await flashesAndBeeps(file)).toEqual({ flashes: [expect.closeTo(0.4, 1)], beeps: [] });
  });
});
