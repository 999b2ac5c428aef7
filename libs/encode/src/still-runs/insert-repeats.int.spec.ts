import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import type { StillRun } from '#libs/timeline';
import { temporaryFolder } from '#libs/testing';
import { pictureArguments } from '../encode-arguments.js';
import { planEncode } from '../encode-plan.js';
import { insertRepeats } from './insert-repeats.js';
import { boxesOf, contentAt } from '../mp4/boxes.js';
import { decodeStrictly } from '../testing/decode-strictly.js';
import { encodedFrames, type Repeat } from './repeat-plan.js';

const run = promisify(execFile);
const folder = temporaryFolder('repeats');

interface Video {
  width: number;
  height: number;
  fps: number;
  frameCount: number;
  stillRuns: readonly StillRun[];
}

/** A texture that drifts, a square that crosses it, a cut every 40 frames: pictures of all types, in several orders. */
function picture(frame: number, { width, height }: Video): Uint8Array {
  const pixels = new Uint8Array((width * height * 3) / 2).fill(128);
  const phase = Math.floor(frame / 40) * 2.1;
  const across = Array.from({ length: width }, (_, x) => 60 * Math.sin(x / 9 + phase + frame / 7));
  const down = Array.from({ length: height }, (_, y) => Math.cos(y / 7 - phase));
  const [left, top] = [(frame * 3) % width, height / 2];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) pixels[y * width + x] = 110 + across[x]! * down[y]!;
    if (y > top - 12 && y < top + 12)
      pixels.fill(220, y * width + Math.max(0, left - 11), y * width + Math.min(width, left + 12));
  }
  return pixels;
}

interface Encoded {
  /** The encoder's own file, without the repeated frames, and the file with every frame. */
  encoded: string;
  whole: string;
  /** The frames of the first. */
  frames: number[];
  repeats: readonly Repeat[];
  /** The parameter sets of the second. */
  parameters: Buffer;
}

async function encodeBoth(video: Video): Promise<Encoded> {
  const plan = planEncode({ ...video, format: 'mp4', encoder: 'software', sounds: [], output: 'unused' });
  const shown = (frame: number): number =>
    video.stillRuns.find(({ fromFrame, toFrame }) => frame >= fromFrame && frame < toFrame)?.fromFrame ?? frame;
  const frames = [...encodedFrames(video.frameCount, plan.repeats)];
  const encoding = run('ffmpeg', pictureArguments(plan), { encoding: 'buffer', maxBuffer: 1 << 28 });
  Readable.from(frames.map((frame) => picture(shown(frame), video))).pipe(encoding.child.stdin!);
  const { stdout } = await encoding;
  // In pieces, as they come out of a pipe.
  const pieces = Array.from({ length: Math.ceil(stdout.length / 997) }, (_, at) =>
    stdout.subarray(at * 997, at * 997 + 997),
  );
  const completed: Uint8Array[] = [];
  for await (const bytes of insertRepeats(Readable.from(pieces), plan.repeats!)) completed.push(bytes);
  const [encoded, whole] = [path.join(folder, 'encoded.mp4'), path.join(folder, 'whole.mp4')];
  await writeFile(encoded, stdout);
  await writeFile(whole, Buffer.concat(completed));
  return { encoded, whole, frames, repeats: plan.repeats!, parameters: await parametersOf(Buffer.concat(completed)) };
}

async function parametersOf(file: Buffer): Promise<Buffer> {
  for await (const { type, content } of boxesOf(Readable.from([file]))) {
    if (type === 'moov')
      return Buffer.from(contentAt(content, ['trak', 'mdia', 'minf', 'stbl', 'stsd', 'avc1', 'avcC']));
  }
  throw new Error('a file without a moov box');
}

/**
 * Frames outside of still runs are the encoder's. A still run begins as the encoder made it, up to picture `from`, which is
 * repeated; picture `to` and all after it are the encoder's again, and those between the two equal `to`.
 */
async function expectAsEncoded(video: Video, { encoded, whole, frames, repeats }: Encoded): Promise<void> {
  const [alone, complete] = [await decodeStrictly(encoded), await decodeStrictly(whole)];
  expect(complete.warnings).toBe('');
  expect(alone.hashes).toHaveLength(frames.length);
  expect(complete.times).toEqual([...Array(video.frameCount).keys()].map((frame) => frame + complete.times[0]!));
  const hashOf = (frame: number): string => alone.hashes[frames.indexOf(frame)]!;
  const isHeld = (frame: number): boolean =>
    repeats.some(({ fromFrame, toFrame }) => frame >= fromFrame - ENCODED && frame < toFrame);
  const moving = [...complete.hashes.keys()].filter((frame) => !isHeld(frame));
  expect(moving.map((frame) => complete.hashes[frame])).toEqual(moving.map(hashOf));
  for (const { fromFrame, toFrame } of repeats) {
    const begin = fromFrame - ENCODED;
    const made = Array.from({ length: ENCODED }, (_, index) => hashOf(begin + index));
    const possible = [4, 5, 6, 7, 8, 9, 10].flatMap((from) =>
      [1, 2, 3, 4].map((step) => [
        ...made.slice(0, from + 1),
        ...Array<string>(toFrame - fromFrame).fill(made[from]!),
        ...Array<string>(step - 1).fill(made[from + step]!),
        ...made.slice(from + step),
      ]),
    );
    expect(possible).toContainEqual(complete.hashes.slice(begin, toFrame));
  }
}

/** Frames of a still run that are encoded. */
const ENCODED = 12;

const small = { width: 176, height: 100, fps: 30 };

describe('insertRepeats', () => {
  it.each<[string, Video]>([
    ['a still run between moving frames', { ...small, frameCount: 130, stillRuns: [{ fromFrame: 31, toFrame: 83 }] }],
    [
      'still runs at both ends',
      { ...small, frameCount: 150, stillRuns: [0, 97].map((at) => ({ fromFrame: at, toFrame: at + 53 })) },
    ],
    [
      'one picture for a whole minute',
      { ...small, frameCount: 1440, fps: 24, stillRuns: [{ fromFrame: 0, toFrame: 1440 }] },
    ],
    [
      'adjacent still runs',
      { ...small, frameCount: 120, stillRuns: [0, 40, 80].map((at) => ({ fromFrame: at, toFrame: at + 40 })) },
    ],
    [
      'a still run longer than a group of pictures',
      { ...small, frameCount: 420, stillRuns: [{ fromFrame: 9, toFrame: 400 }] },
    ],
    [
      'a size that is no multiple of a macroblock',
      { ...small, width: 50, height: 34, frameCount: 90, stillRuns: [{ fromFrame: 13, toFrame: 71 }] },
    ],
    [
      'a large picture',
      { width: 1920, height: 1080, fps: 30, frameCount: 58, stillRuns: [{ fromFrame: 2, toFrame: 57 }] },
    ],
  ])('shows every frame of %s as the encoder made it, to the bit', async (_, video) => {
    await expectAsEncoded(video, await encodeBoth(video));
  });

  it('shows a still run as it was encoded wherever the pictures around it lie', async () => {
    for (const [fromFrame, after] of [
      [1, 0],
      [2, 1],
      [3, 5],
      [4, 2],
      [5, 1],
      [6, 3],
    ] as const) {
      const stillRuns = [{ fromFrame, toFrame: fromFrame + 40 }];
      const video = { ...small, frameCount: fromFrame + 40 + after, stillRuns };
      await expectAsEncoded(video, await encodeBoth(video));
    }
  });

  it('writes one set of parameters, with repeats and without', async () => {
    const video = { ...small, frameCount: 60, stillRuns: [] };
    const [plain, held] = [
      await encodeBoth(video),
      await encodeBoth({ ...video, stillRuns: [{ fromFrame: 9, toFrame: 60 }] }),
    ];
    expect(held.parameters.equals(plain.parameters)).toBe(true);
  });

  it('completes what an encoder that ended too early has written', async () => {
    const video = { ...small, frameCount: 90, stillRuns: [{ fromFrame: 13, toFrame: 71 }] };
    const { encoded } = await encodeBoth(video);
    const bytes = await readFile(encoded);
    const { repeats } = planEncode({ ...video, format: 'mp4', encoder: 'software', sounds: [], output: 'unused' });
    const completed: Uint8Array[] = [];
    const cut = Readable.from([bytes.subarray(0, 3_000)]);
    for await (const part of insertRepeats(cut, repeats!)) completed.push(part);
    expect(completed.length).toBeGreaterThan(2);
  });
});
