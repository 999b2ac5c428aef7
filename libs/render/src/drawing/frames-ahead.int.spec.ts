import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { encodeVideo, FootageFile, probe } from '#libs/encode';
import { createCanvas, type FrameRenderer, openFrameRenderer } from '#libs/frames';
import { temporaryFolder, validDocument } from '#libs/testing';
import { assetsOf, compile, type Timeline } from '#libs/timeline';
import { heldMemory } from '../process-tree.js';
import { drawAhead } from './draw-ahead.js';
import type { DrawingWork } from './drawing-program.js';
import { DrawingThread } from './drawing-thread.js';
import { FramesAhead } from './frames-ahead.js';
import type { MachineUse } from './machine-use.js';

const SIZE = { width: 320, height: 180 };
const NEVER = new AbortController().signal;
const LIMITS = { imagePixels: 10_000_000 };

let folder: string;
let clip: FootageFile;
const renderers: FrameRenderer[] = [];
const threads: DrawingThread[] = [];

beforeAll(async () => {
  folder = temporaryFolder('frames-ahead');
  const canvas = createCanvas(640, 400);
  const context = canvas.getContext('2d');
  for (let x = 0; x < 640; x += 5) {
    context.fillStyle = `hsl(${x} 80% 50%)`;
    context.fillRect(x, 0, 4, 400);
  }
  const png = canvas.toBuffer('image/png');
  await writeFile(join(folder, 'photo.png'), png);
  await writeFile(join(folder, 'cut.png'), png.subarray(0, 60));
  await writeFile(join(folder, 'square.json'), TRAVELING_SQUARE);
  const file = join(folder, 'clip.mp4');
  const source = ['-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=25:d=2', '-pix_fmt', 'yuv420p'];
  await promisify(execFile)('ffmpeg', ['-v', 'error', ...source, '-g', '10', file]);
  clip = new FootageFile(file, await probe(file));
});

afterEach(async () => {
  for (const thread of threads.splice(0)) await thread.end();
  for (const renderer of renderers.splice(0)) await renderer.close();
});

const still = (k: unknown): object => ({ a: 0, k });
const PLACE = { o: still(100), r: still(0), a: still([0, 0]), s: still([100, 100]) };

/** A Lottie animation of a second: a red square on its way from left to right. */
const TRAVELING_SQUARE = JSON.stringify({
  ...{ v: '5.7.0', fr: 25, ip: 0, op: 25, w: 200, h: 100, assets: [] },
  layers: [
    {
      ...{ ty: 4, ind: 1, sr: 1, ip: 0, op: 25, st: 0, bm: 0 },
      ks: {
        ...PLACE,
        p: { a: 1, k: [{ t: 0, s: [0, 50], i: { x: 1, y: 1 }, o: { x: 0, y: 0 } }, { t: 25, s: [200, 50] }] }, // prettier-ignore
      },
      shapes: [
        {
          ty: 'gr',
          it: [
            { ty: 'rc', d: 1, s: still([40, 40]), p: still([0, 0]), r: still(0) },
            { ty: 'fl', c: still([1, 0, 0, 1]), o: still(100), r: 1 },
            { ty: 'tr', ...PLACE, p: still([0, 0]) },
          ],
        },
      ],
    },
  ],
});

const TITLE = { name: 'title', type: 'text', text: 'Sold 1234', x: 20, y: 20, width: 280, height: 60, font_size: 36 };
const TURNING = { keyframes: { rotation: [{ time: 0, value: 0 }, { time: 1, value: 90 }] } }; // prettier-ignore
const PHOTO = { name: 'photo', type: 'image', source_url: 'http://a.example/photo.png', width: '100%', height: '100%' };
const BLURRED = { keyframes: { blur: [{ time: 0, value: 0 }, { time: 1, value: 8 }] } }; // prettier-ignore
const CLIP = {
  name: 'clip',
  type: 'video',
  source_url: 'http://a.example/clip.mp4',
  width: 320,
  height: 180,
  mute: true,
};

/** Pages with layers that Skia paints once, for some frames, and for every frame. */
const PAGES: object[][] = [
  [{ ...TITLE, enter: { type: 'count', duration: 0.8 } }],
  [PHOTO, { ...TITLE, ...TURNING, text: 'Grüße 🎈' }],
  [{ ...PHOTO, ...BLURRED }],
  [
    {
      name: 'square',
      type: 'lottie',
      source_url: 'http://a.example/square.json',
      width: 200,
      height: 100,
      x: 60,
      y: 40,
    },
  ],
  [
    {
      ...{ name: 'chart', type: 'chart', chart_type: 'bar', x: 10, y: 10, width: 300, height: 160 },
      chart_data: [3, 1, 2].map((value) => ({ label: `${value}`, value })),
      enter: { type: 'draw', duration: 0.7 },
    },
  ],
  [{ ...TITLE, enter: { type: 'slide', split: 'letter', duration: 0.6 } }],
  [CLIP, TITLE],
  [{ name: 'group', type: 'group', width: 320, height: 180, opacity: 0.8, ...BLURRED, layers: [PHOTO, TITLE] }],
];

function timelineOf(pages: readonly object[][], transition: object = {}): Timeline {
  const numbered = pages.map((layers, index) => ({
    ...{ number: index + 1, duration: 1, background_color: 'linear-gradient(45deg, #102030, #e0e050)', layers },
    ...(index > 0 && transition),
  }));
  return compile(validDocument({ name: 'Spec', ...SIZE, pages: numbered }), { fps: 24 });
}

function workOf(timeline: Timeline): DrawingWork {
  const fileOf = (url: string): string => join(folder, new URL(url).pathname);
  const files = new Map(assetsOf(timeline).map(({ kind, url }) => [`${kind} ${url}`, fileOf(url)]));
  return { timeline, files, limits: LIMITS };
}

async function rendererOf({ timeline, files }: DrawingWork): Promise<FrameRenderer> {
  const fileOf = (kind: string) => (url: string) => files.get(`${kind} ${url}`)!;
  const assets = { image: fileOf('image'), font: fileOf('font'), lottie: fileOf('lottie'), footage: () => clip };
  const renderer = await openFrameRenderer(timeline, assets, LIMITS);
  renderers.push(renderer);
  return renderer;
}

function threadOf(work: DrawingWork, signal = NEVER): DrawingThread {
  const thread = new DrawingThread(work, SIZE, signal);
  threads.push(thread);
  return thread;
}

/** Frames of a video that this thread and `others` draw. */
async function aheadOf(work: DrawingWork, others: number, signal = NEVER): Promise<FramesAhead> {
  const ahead = new FramesAhead(work.timeline, await rendererOf(work));
  for (let n = 0; n < others; n++) {
    const thread = threadOf(work, signal);
    await thread.ready;
    ahead.join(thread);
  }
  return ahead;
}

/** Takes frames as an encoder does: each is read again when three more have been taken. */
async function take(
  ahead: FramesAhead,
  numbers: readonly number[],
  before: (frame: number) => Promise<void> = () => Promise.resolve(),
): Promise<Buffer[]> {
  const taken: { frame: Uint8Array; copy: Buffer }[] = [];
  ahead.plan(numbers);
  for (const number of numbers) {
    await before(number);
    const frame = await ahead.source(number);
    taken.push({ frame, copy: Buffer.from(frame) });
    await nextTurn();
    for (const held of taken.slice(-4)) expect(held.copy.equals(held.frame)).toBe(true);
  }
  return taken.map(({ copy }) => copy);
}

/** Places at which the frames differ. */
function differences(frames: readonly Buffer[], expected: readonly Buffer[]): number[] {
  expect(frames).toHaveLength(expected.length);
  return frames.flatMap((frame, n) => (frame.equals(expected[n]!) ? [] : [n]));
}

function allOf({ frameCount }: Timeline): number[] {
  return [...Array(frameCount).keys()];
}

describe('a video drawn by several threads', () => {
  const timeline = timelineOf(PAGES, { transition: { type: 'fade', duration: 0.4 } });
  let drawnHere: Buffer[];

  beforeAll(async () => {
    const renderer = await rendererOf(workOf(timeline));
    drawnHere = [];
    for (const n of allOf(timeline)) drawnHere.push(Buffer.from(await renderer.render(n)));
  });

  it('has the same frames and the same file as one drawn by one thread', async () => {
    const { frameCount } = timeline;
    const encode = async (others: number): Promise<Buffer> => {
      const ahead = await aheadOf(workOf(timeline), others);
      const source = async (number: number): Promise<Uint8Array> => {
        const frame = await ahead.source(number);
        if (!drawnHere[number]!.equals(frame)) throw new Error(`frame ${number} differs beside ${others} threads`);
        return frame;
      };
      const output = join(folder, `${others}.mp4`);
      const job = { ...SIZE, fps: 24, frameCount, format: 'mp4', encoder: 'software', sounds: [], output } as const;
      await encodeVideo(job, source, { signal: NEVER, onPass: ahead.plan });
      return readFile(output);
    };
    const alone = await encode(0);
    for (const others of [1, 3]) expect((await encode(others)).equals(alone)).toBe(true);
  });

  it('has the same frames whichever are taken, in a second pass, too', async () => {
    const numbers = fc
      .subarray(allOf(timeline), { minLength: 1, maxLength: 40 })
      .map((chosen) => chosen.toSorted((a, b) => a - b));
    await fc.assert(
      fc.asyncProperty(numbers, numbers, fc.integer({ min: 1, max: 2 }), async (first, second, others) => {
        const ahead = await aheadOf(workOf(timeline), others);
        for (const pass of [first, second]) {
          const expected = pass.map((number) => drawnHere[number]!);
          expect(differences(await take(ahead, pass), expected)).toEqual([]);
        }
      }),
      { numRuns: 3 },
    );
  });

  it('has the same frames when threads join in the middle', async () => {
    const work = workOf(timeline);
    const ahead = await aheadOf(work, 0);
    const frames = await take(ahead, allOf(timeline), async (number) => {
      if (number !== 31 && number !== 50) return;
      const thread = threadOf(work);
      await thread.ready;
      ahead.join(thread);
    });
    expect(differences(frames, drawnHere)).toEqual([]);
  });

  it('has frames in memory that does not grow with it, nor from one video to the next', async () => {
    const memories = new Set<ArrayBufferLike>();
    for (let round = 0; round < 2; round++) {
      const ahead = await aheadOf(workOf(timeline), 1);
      ahead.plan(allOf(timeline));
      for (const n of allOf(timeline)) {
        const { buffer } = await ahead.source(n);
        if (buffer instanceof SharedArrayBuffer) memories.add(buffer);
        await nextTurn();
      }
      for (const thread of threads.splice(0)) await thread.end();
    }
    expect(memories.size).toBe(1);
  });
});

describe('a frame that cannot be drawn', () => {
  const broken = timelineOf([PAGES[1]!, [{ ...PHOTO, source_url: 'http://a.example/cut.png' }]]);

  it.each([1, 2])('fails the video when it is taken, with the same error, beside %i others', async (others) => {
    const work = workOf(broken);
    const renderer = await rendererOf(work);
    const firstBroken = 24;
    const expected: unknown = await renderer.render(firstBroken).catch((error: unknown) => error);
    const ahead = await aheadOf(work, others);
    // The first number belongs to a frame of a thread. This thread draws every other frame, or fewer.
    const numbers = allOf(broken).slice(1);
    ahead.plan(numbers);
    for (const n of numbers.slice(0, firstBroken - 1)) await ahead.source(n);
    const error: unknown = await ahead.source(firstBroken).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: 'FrameError', code: 'ASSET_UNSUPPORTED' });
    expect(error).toMatchObject({ ...(expected as object), message: (expected as Error).message });
  });
});

describe('a thread', () => {
  const timeline = timelineOf(PAGES);

  it('that cannot start or dies fails what it was to draw, with the cause', async () => {
    const work = workOf(timeline);
    const lost = { ...work, files: new Map([...work.files].filter(([key]) => !key.startsWith('lottie'))) };
    const dead = threadOf(lost);
    await expect(dead.ready).rejects.toThrow('a thread that draws frames has ended');
    await expect(dead.draw(0)).rejects.toMatchObject({
      cause: { message: expect.stringContaining('path') as unknown },
    });
  });

  it('is gone when it has ended, whatever it was drawing', async () => {
    const before = await threadCount();
    const ahead = await aheadOf(workOf(timeline), 2);
    ahead.plan(allOf(timeline));
    await ahead.source(0);
    expect(await threadCount()).toBeGreaterThanOrEqual(before + 2);
    for (const thread of threads.splice(0)) await thread.end();
    expect(await threadCount()).toBeLessThan(before + 2);
  });

  it('does not delay an abort', async () => {
    const abort = new AbortController();
    const ahead = await aheadOf(workOf(timeline), 2, abort.signal);
    ahead.plan(allOf(timeline));
    await ahead.source(0);
    const next = ahead.source(1);
    abort.abort(new Error('canceled'));
    await expect(next).rejects.toThrow('canceled');
  });
});

describe('drawing', () => {
  const timeline = timelineOf(PAGES);
  const MS_A_FRAME = 30;
  const freeMachine = (): Promise<MachineUse> =>
    Promise.resolve({ cpuMs: 0, idleMs: 16 * performance.now(), heldBytes: 0 });

  /**
   * Number of threads that draw a video, where this thread takes a fixed time for each frame and the encoder takes
   * none.
   */
  async function threadsFor(drawn: Timeline, cores: number, measure = freeMachine): Promise<number> {
    const work = workOf(drawn);
    const renderer = await rendererOf(work);
    const render = async (number: number): Promise<Uint8Array> => {
      await delay(MS_A_FRAME);
      return renderer.render(number);
    };
    const slow = { ...SIZE, render } as FrameRenderer;
    const drawing = { renderer: slow, work, limits: { cores, slotBytes: 2e9 }, signal: NEVER, measure };
    const before = await threadCount();
    const { threads: drew } = await drawAhead(drawing, async (source, onPass) => {
      onPass(allOf(drawn));
      for (const n of allOf(drawn)) await source(n);
    });
    expect(await threadCount()).toBeLessThan(before + cores);
    return drew;
  }

  it('by a slot with free cores is joined by threads, one after the other', async () => {
    expect(await threadsFor(timeline, 2)).toBe(2);
    expect(await threadsFor(timelineOf([...PAGES, ...PAGES, ...PAGES]), 3)).toBe(3);
  });

  it.each<[string, () => Partial<MachineUse>]>([
    ['the machine is busy', () => ({ idleMs: 0 })],
    ['the slot uses its cores', () => ({ cpuMs: 2 * performance.now() })],
    ['the slot has no memory left', () => ({ heldBytes: 1.4e9 })],
  ])('is left to one thread while %s', async (_name, use) => {
    const measure = async (): Promise<MachineUse> => ({ ...(await freeMachine()), ...use() });
    expect(await threadsFor(timeline, 2, measure)).toBe(1);
  });

  it('by threads counts in the memory of the slot, and is released', async () => {
    const held = (): Promise<number> => heldMemory([process.pid]);
    const ahead = await aheadOf(workOf(timeline), 1);
    await take(ahead, allOf(timeline).slice(0, 60));
    const before = await held();
    const more = await aheadOf(workOf(timeline), 2);
    await take(more, allOf(timeline).slice(0, 60));
    const beside = await held();
    expect(beside - before).toBeGreaterThan(20e6);
    for (const thread of threads.splice(0)) await thread.end();
    expect(await held()).toBeLessThan(beside - 20e6);
  });
});

/** Threads of this process, Node's own included. */
async function threadCount(): Promise<number> {
  return (await readdir('/proc/self/task')).length;
}
