import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { FrameRange } from '#libs/encode';
import { FPS, SIZES } from '../render/templates.ts';
import type { SplitVideo } from './split-work.ts';

/** Number of frames on each side of a joint. */
const NEIGHBORS = 6;
/** Value for equal frames: a greater one would mean nothing. */
const MAX_DB = 99;

export interface Joints {
  video: SplitVideo;
  /** The stitched file, and the one that was encoded whole. */
  output: string;
  whole: string;
  /** First frames of the parts after the first one. */
  joints: readonly number[];
  /** Writes frames as they are drawn. */
  draw: (output: string, range: FrameRange) => Promise<unknown>;
}

/**
 * Luma PSNR of decoded frames around all joints beside what was drawn: the least of the first frames after a joint, the same
 * frame beside that of the whole render, and the steps from the last frame before a joint to the first one after it (least …
 * most). Decibels.
 */
export async function jointQuality({ video, output, whole, joints, draw }: Joints): Promise<string[]> {
  if (joints.length === 0) return ['-', '-', '-'];
  const [firsts, beside, steps]: number[][] = [[], [], []];
  for (const joint of joints) {
    const range = { fromFrame: joint - NEIGHBORS, toFrame: joint + NEIGHBORS };
    const drawn = `${output}.drawn`;
    await draw(drawn, range);
    const frames = await readFile(drawn);
    await rm(drawn);
    const stitched = await quality(video, output, range, frames);
    const encoded = await quality(video, whole, range, frames);
    const first = stitched[NEIGHBORS]!;
    firsts!.push(first);
    beside!.push(first - encoded[NEIGHBORS]!);
    steps!.push(first - stitched[NEIGHBORS - 1]!);
  }
  return [Math.min(...firsts!).toFixed(1), span(beside!), span(steps!)];
}

function span(values: readonly number[]): string {
  return `${signed(Math.min(...values))} … ${signed(Math.max(...values))}`;
}

function signed(value: number): string {
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(1)}`;
}

async function quality({ size }: SplitVideo, file: string, range: FrameRange, drawn: Buffer): Promise<number[]> {
  const { width, height } = SIZES[size];
  const [luma, frameBytes] = [width * height, width * height * 1.5];
  const count = range.toFrame - range.fromFrame;
  const from = ['-ss', `${(range.fromFrame - 0.5) / FPS}`, '-i', file, '-map', '0:v', '-frames:v', `${count}`];
  const raw = ['-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-'];
  const options = { encoding: 'buffer', maxBuffer: 2 * count * frameBytes } as const;
  const { stdout } = await promisify(execFile)('ffmpeg', ['-v', 'error', ...from, ...raw], options);
  if (stdout.length !== count * frameBytes) throw new Error(`${stdout.length / frameBytes} frames, not ${count}`);
  return Array.from({ length: count }, (_, index) => {
    const at = index * frameBytes;
    let sum = 0;
    for (let pixel = at; pixel < at + luma; pixel++) sum += (stdout[pixel]! - drawn[pixel]!) ** 2;
    return sum === 0 ? MAX_DB : Math.min(MAX_DB, 10 * Math.log10((255 * 255 * luma) / sum));
  });
}
