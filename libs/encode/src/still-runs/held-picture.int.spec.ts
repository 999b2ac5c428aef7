import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '#libs/testing';
import type { EncodeJob } from '../encode-plan.js';
import { encodeVideo } from '../encode-video.js';
import { probe } from '../probe.js';

const run = promisify(execFile);
const folder = temporaryFolder('held-picture');
const [WIDTH, HEIGHT, FRAMES] = [480, 270, 130];
const STILL_RUNS = [
  { fromFrame: 0, toFrame: 50 },
  { fromFrame: 64, toFrame: FRAMES },
];

/** Detail of all sizes, as in a photograph, for which a key frame needs many bytes. */
const photograph = Uint8Array.from({ length: WIDTH * HEIGHT }, (_, index) => {
  const [x, y] = [index % WIDTH, Math.floor(index / WIDTH)];
  const grain = (Math.imul(index + 1, 2_654_435_761) >>> 24) / 16;
  return 90 + 40 * Math.sin(x / 31) * Math.cos(y / 23) + 20 * Math.sin((x * y) / 700) + grain;
});

/** The photograph does not move. A square enters in its upper half in frames 50 to 64. */
function frame(number: number): Promise<Uint8Array> {
  const pixels = new Uint8Array(WIDTH * HEIGHT * 1.5).fill(128);
  pixels.set(photograph);
  const left = Math.max(0, Math.min(number, 64) - 50) * 10;
  if (left > 0) for (let y = 20; y < 80; y++) pixels.fill(220, y * WIDTH + left, y * WIDTH + left + 60);
  return Promise.resolve(pixels);
}

async function encode(name: string, change: Partial<EncodeJob>): Promise<string> {
  const output = path.join(folder, name);
  const size = { width: WIDTH, height: HEIGHT, fps: 30, frameCount: FRAMES };
  const job = { ...size, format: 'mp4', encoder: 'software', sounds: [], output } as const;
  await encodeVideo({ ...job, ...change }, frame, { signal: new AbortController().signal });
  return output;
}

/** Mean change of luma from each frame to the next, in the lower half, where nothing moves. */
async function steps(file: string): Promise<number[]> {
  const args = ['-v', 'error', '-i', file, '-vf', `crop=${WIDTH}:${HEIGHT / 2 - 1}:0:${HEIGHT / 2}`];
  const { stdout } = await run('ffmpeg', [...args, '-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-'], {
    encoding: 'buffer',
    maxBuffer: 1 << 28,
  });
  const frameBytes = stdout.length / FRAMES;
  const luma = (frameBytes * 2) / 3;
  return Array.from({ length: FRAMES - 1 }, (_, at) => {
    const [before, after] = [at, at + 1].map((index) => stdout.subarray(index * frameBytes, index * frameBytes + luma));
    return before!.reduce((sum, value, pixel) => sum + Math.abs(value - after![pixel]!), 0) / luma;
  });
}

describe('a photograph that does not move', () => {
  it('does not jump when a still run ends', async () => {
    const jumps = await steps(await encode('held.mp4', { stillRuns: STILL_RUNS }));
    expect(Math.max(...jumps)).toBeLessThanOrEqual(0.3);
  });

  it('takes no more bytes than with every frame encoded', async () => {
    const [held, encoded] = [await encode('held.mp4', { stillRuns: STILL_RUNS }), await encode('encoded.mp4', {})];
    const [heldBytes, encodedBytes] = [(await stat(held)).size, (await stat(encoded)).size];
    expect(heldBytes).toBeLessThanOrEqual(1.02 * encodedBytes);
  });

  it.each(['mp4', 'webm'] as const)('has key frames as often as the job wants it: %s', async (format) => {
    const change = { stillRuns: STILL_RUNS, keyFrameIntervalS: 1, format };
    const file = await encode(`interval.${format}`, change);
    const args = ['-v', 'error', '-select_streams', 'v', '-show_entries', 'packet=pts_time,flags', '-of', 'csv=p=0'];
    const { stdout } = await run('ffprobe', [...args, file]);
    const keyFrames = stdout.split('\n').flatMap((line) => (line.includes('K') ? [Number.parseFloat(line)] : []));
    const expected = [0, 1, 2, 3, 4];
    expect(keyFrames).toHaveLength(expected.length);
    expected.forEach((timeS, index) => expect(keyFrames[index]).toBeCloseTo(timeS, 1));
    expect((await probe(file)).video?.frameCount ?? FRAMES).toBe(FRAMES);
  });
});
