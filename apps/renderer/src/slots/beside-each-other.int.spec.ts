import { execFile } from 'node:child_process';
import { mkdtemp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { bytesFor, type RenderedVideo } from '#libs/render';
import { type TemplateDocument } from '#libs/template';
import { serve, temporaryFolder, type TestServer, TYPESCRIPT_ARGUMENTS, validDocument } from '#libs/testing';
import { compile } from '#libs/timeline';
import { slotSettings } from '../testing/slot-settings.js';
import { slotDisk } from './slot-disk.js';
import { SlotPool, type SlotPoolOptions } from './slot-pool.js';
import type { SlotOutcome } from './slot-protocol.js';

const run = promisify(execFile);
const FPS = 24;
const NEVER = new AbortController().signal;
const MOST = 100_000_000;
/** Seconds of the paid video, which takes as long to draw as the other one could disturb it. */
const PAID_S = 10;
const CLIP_BYTES = 5_000_000;
/** Bytes of a disk that twelve files of footage fill. */
const DISK_BYTES = 12 * CLIP_BYTES;

let folder: string;
let server: TestServer;
let noise: Buffer;
let pool: SlotPool | undefined;

/**
 * Serves photographs of 24 megapixels as `/photo/<n>.jpg`, each with other bytes, and footage as `/clip/<n>.mp4` and
 * `/noise.mp4`.
 */
beforeAll(async () => {
  folder = temporaryFolder('slots');
  const make = async (name: string, source: string, ...args: string[]): Promise<Buffer> => {
    await run('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', source, ...args, join(folder, name)]);
    return readFile(join(folder, name));
  };
  const photo = await make('photo.jpg', 'gradients=s=6000x4000:seed=7', '-frames:v', '1', '-q:v', '5');
  const clip = await make('clip.mp4', 'testsrc2=s=160x90:d=1', '-c:v', 'libx264', '-pix_fmt', 'yuv420p');
  const noiseSource = 'nullsrc=s=320x180:d=10,geq=random(1)*255:128:128';
  noise = await make('noise.mp4', noiseSource, '-c:v', 'libx264', '-pix_fmt', 'yuv420p');
  server = await serve((request, response) => {
    if (request.url === '/noise.mp4') return void response.end(noise);
    const isPhoto = request.url!.startsWith('/photo/');
    const rest = Buffer.alloc(isPhoto ? 4 : CLIP_BYTES, request.url);
    response.end(Buffer.concat([isPhoto ? photo : clip, rest]));
  });
});
afterEach(() => pool?.onApplicationShutdown());
afterAll(async () => {
  await server.stop();
});

function open(change: {
  maxMemoryBytes?: number;
  frameTimeoutMs?: number;
  workDir?: string;
  disk?: SlotPoolOptions['settings']['disk'];
  limits?: Partial<SlotPoolOptions['settings']['videoLimits']>;
}): SlotPool {
  pool = new SlotPool({
    identity: { worker: 'spec', encoder: 'software' },
    slots: 2,
    videosPerProcess: 100,
    maxMemoryBytes: change.maxMemoryBytes ?? 1_500_000_000,
    frameTimeoutMs: change.frameTimeoutMs ?? 10_000,
    workDir: change.workDir ?? folder,
    entry: join(import.meta.dirname, 'slot-process.ts'),
    execArgv: TYPESCRIPT_ARGUMENTS,
    settings: slotSettings(MOST, {
      disk: change.disk ?? { total: 1_000_000_000, cache: 2_000_000 },
      videoLimits: change.limits ?? {},
    }),
  });
  return pool;
}

function at(path: string): string {
  return `${server.url}${path}`;
}

function documentOf(pages: readonly object[]): TemplateDocument {
  const numbered = pages.map((page, index) => ({ number: index + 1, ...page }));
  return validDocument({ name: 'Spec', width: 640, height: 360, pages: numbered });
}

function photo(index: number, layer: object = {}): object {
  const source_url = at(`/photo/${index}.jpg`);
  return { name: `photo ${index}`, type: 'image', source_url, width: '100%', height: '100%', ...layer };
}

const FORTY = Array.from({ length: 40 }, (_, index) => index);
const SLIDESHOW = () => documentOf(FORTY.slice(0, 20).map((index) => ({ duration: 0.2, layers: [photo(index)] })));
const STACK = () => documentOf([{ duration: 1, layers: FORTY.map((index) => photo(index, { opacity: 0.9 })) }]);
const CLIPS = () => {
  const clip = (index: number) => ({ name: `clip ${index}`, type: 'video', source_url: at(`/clip/${index}.mp4`) });
  return documentOf([{ duration: 1, layers: FORTY.slice(0, 12).map(clip) }]);
};

/** A valid document that takes Skia a minute a frame: no two layers are equal, so each is painted. */
const SLOW = () => {
  const look = { type: 'text', font_size: 400, x: 400, y: 400, blur: 40, blend_mode: 'overlay' };
  const layers = Array.from({ length: 100 }, (_, n) => ({ name: `text ${n}`, text: `Slow ${n}`, ...look }));
  const pages = [{ number: 1, duration: 0.5, background_color: '#336699', layers }];
  return validDocument({ name: 'Slow', width: 3840, height: 2160, pages });
};

/** A paid document. */
const PAID = () => {
  const turning = { keyframes: { rotation: [{ time: 0, value: 0 }, { time: PAID_S, value: 360 }] } }; // prettier-ignore
  const title = { name: 'title', type: 'text', text: 'Paid for', font_size: 60, x: 100, y: 100, ...turning };
  return documentOf([{ duration: PAID_S, background_color: '#0f3d3e', layers: [title] }]);
};

/** A file system of its own in memory, which only root may make; null where we are not. */
async function smallDisk(): Promise<string | null> {
  const disk = await mkdtemp(join(folder, 'disk-'));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${DISK_BYTES}`, 'tmpfs', disk]);
    return disk;
  } catch {
    process.stderr.write('No disk of its own could be mounted: only the shares of one are looked at.\n');
    return null;
  }
}

async function draw(document: TemplateDocument, test = false): Promise<SlotOutcome<RenderedVideo>> {
  const frames = compile(document, { fps: FPS }).frameCount;
  const range = { from_frame: 0, to_frame: frames, frame_count: frames };
  const plan = {
    ...range,
    format: 'mp4',
    encoder: 'software',
    fps: FPS,
    document,
    output_key: 'out.mp4',
    test,
  } as const;
  const prepare = () => Promise.resolve(undefined);
  return pool!.render({ plan, prepare }, { signal: NEVER }, (outcome) => Promise.resolve(outcome));
}

/** Draws a free video beside a paid one, which must be finished. */
async function drawBesidePaid(document: TemplateDocument): Promise<SlotOutcome<RenderedVideo>> {
  const paid = draw(PAID());
  const outcome = await draw(document, true);
  expect(await paid).toMatchObject({ ok: true, result: { frames: PAID_S * FPS } });
  return outcome;
}

describe('a video beside one in the other slot', () => {
  it('of twenty photographs of 24 megapixels, one after the other, is drawn in less than a gigabyte', async () => {
    open({ maxMemoryBytes: 1_000_000_000 });
    const outcome = await drawBesidePaid(SLIDESHOW());
    expect(outcome).toMatchObject({ ok: true, result: { frames: compile(SLIDESHOW(), { fps: FPS }).frameCount } });
  });

  it('that shows forty at once fails once and for all, with the sum in its message', async () => {
    open({ limits: { imagePixels: 10_000_000 } });
    const outcome = await drawBesidePaid(STACK());
    // 6000 × 4000 halved three times
    expect(outcome).toMatchObject({
      ok: false,
      failure: { code: 'ASSET_TOO_LARGE', retryable: false, message: expect.stringMatching(/^pages\[0\].layers\[26\] "photo 26": .* 10125000 pixels .* at most 10000000 /) as unknown }, // prettier-ignore
    });
  });

  it('of twelve clips, too large together for the disk, fails once and for all, with the sum in its message', async () => {
    open({ limits: { bytes: 8_000_000 } });
    const outcome = await drawBesidePaid(CLIPS());
    expect(outcome).toMatchObject({
      ok: false,
      failure: { code: 'ASSET_TOO_LARGE', retryable: false, message: expect.stringMatching(/^pages\[0\].layers\[\d+\] "clip \d+": the video .* more than 8 MB together$/) as unknown }, // prettier-ignore
    });
  });

  it('of twelve clips that fill the disk takes no more than its share of it', async () => {
    const disk = await smallDisk();
    try {
      const share = slotDisk(disk ? await bytesFor(disk) : DISK_BYTES, 2, { cache: MOST, video: MOST });
      open({ workDir: disk ?? folder, disk: share, limits: { bytes: share.video } });
      const outcome = await drawBesidePaid(CLIPS());
      expect(outcome).toMatchObject({
        ok: false,
        failure: { code: 'ASSET_TOO_LARGE', retryable: false, message: expect.stringMatching(/^pages\[0\].layers\[\d+\] "clip \d+": the video .* more than 9\.5 MB together$/) as unknown }, // prettier-ignore
      });
    } finally {
      await pool!.onApplicationShutdown();
      if (disk) await run('umount', ['-l', disk]);
    }
  });

  it('that grows beyond its share of the disk while it is drawn fails once and for all, with the sum in its message', async () => {
    open({ disk: { total: noise.length + 1_000_000, cache: 0 } });
    const layer = { name: 'noise', type: 'video', source_url: at('/noise.mp4'), width: '100%', height: '100%' };
    expect(await draw(documentOf([{ duration: 10, layers: [layer] }]))).toMatchObject({
      ok: false,
      failure: {
        code: 'RENDER_FAILED',
        retryable: false,
        message: expect.stringMatching(
          /^The video takes more than \d+ MB of disk to draw, its files included$/,
        ) as unknown,
      },
    });
  });

  it('that takes too long for one frame is ended alone, and not tried again', async () => {
    open({ frameTimeoutMs: 2_000 });
    const paid = draw(PAID());
    expect(await draw(SLOW())).toMatchObject({
      ok: false,
      failure: {
        code: 'RENDER_TIMEOUT',
        retryable: false,
        message: 'A frame of the video takes more than 2 s to draw',
      },
    });
    expect(await paid).toMatchObject({ ok: true });
  });

  it('that grows beyond the memory of a slot is ended alone, and not tried again', async () => {
    open({ maxMemoryBytes: 700_000_000, limits: { imagePixels: 40 * 6000 * 4000 } });
    const wide = FORTY.map((index) => photo(index, { width: 6000, height: 4000, opacity: 0.9 }));
    expect(await draw(CLIPS())).toMatchObject({ ok: true }); // its process is not to blame for what came before
    const outcome = await drawBesidePaid(documentOf([{ duration: 1, layers: wide }]));
    expect(outcome).toMatchObject({
      ok: false,
      failure: {
        code: 'RENDER_FAILED',
        retryable: false,
        message: 'The video takes more than 700 MB of memory to draw',
      },
    });
  });
});
