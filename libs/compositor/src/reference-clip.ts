import type { ClipColors } from './kernel.js';
import { byte } from './reference-mix.js';

// In single precision step by step, as in reference-mix.ts.

const f = Math.fround;

/** Distance by which a color may be outside of 0 … 255 and stay. */
const TOLERANCE = 4;

type Weights = readonly [r: number, g: number, b: number];

/** Weights of red, green and blue, 0..255, in bytes of limited range. */
const LUMA: Weights = [0.1825859, 0.6142306, 0.0620071];
const BLUE: Weights = [-0.1006437, -0.338572, 0.4392157];
const RED: Weights = [0.4392157, -0.3989422, -0.0402735];

interface Pixel {
  readonly at: number;
  /** 0..1 */
  readonly opacity: number;
  /** Red, green and blue, not clipped. */
  readonly color: readonly number[];
}

/** See `Kernel.clipColors`. */
export function clipColors(memory: Uint8Array, job: ClipColors): void {
  for (let y = 0; y < job.height; y += 2) {
    for (let x = 0; x < job.width; x += 2) clipCell(memory, job, [x, y]);
  }
}

function clipCell(memory: Uint8Array, job: ClipColors, [x, y]: readonly [number, number]): void {
  const cell = (y / 2) * (job.stride / 2) + x / 2;
  const cover = memory[job.c + cell]!;
  const away = (plane: number): number => f(straight(memory[plane + cell]!, cover) - 128);
  const [u, v] = [away(job.u), away(job.v)];
  const pixels = [0, 1, 2, 3].map((i) => pixelOf(memory, job, { at: (y + (i >> 1)) * job.stride + x + (i & 1), u, v }));
  if (!pixels.some(isFarOutside)) return;
  const sum = (value: (pixel: Pixel) => number): number => {
    const [a, b, c, d] = pixels.map(value);
    return f(f(a! + c!) + f(b! + d!));
  };
  const offset = f(sum(({ opacity }) => opacity) * 128);
  const chroma = (weights: Weights): number => byte(f(f(sum((pixel) => weighed(pixel, weights)) + offset) * 0.25));
  [memory[job.u + cell], memory[job.v + cell]] = [chroma(BLUE), chroma(RED)];
  for (const pixel of pixels) memory[job.y + pixel.at] = byte(f(weighed(pixel, LUMA) + f(pixel.opacity * 16)));
}

function straight(value: number, cover: number): number {
  return f(value * f(255 / Math.max(cover, 1)));
}

function pixelOf(memory: Uint8Array, job: ClipColors, { at, u, v }: { at: number; u: number; v: number }): Pixel {
  const alpha = memory[job.a + at]!;
  const luma = f(f(straight(memory[job.y + at]!, alpha) - 16) * f(1.164384));
  const color = [
    f(luma + f(v * f(1.792741))),
    f(f(luma - f(u * f(0.213249))) - f(v * f(0.532909))),
    f(luma + f(u * f(2.112402))),
  ];
  return { at, opacity: f(alpha * f(1 / 255)), color };
}

function clipped(channel: number): number {
  return Math.min(Math.max(channel, 0), 255);
}

function isFarOutside({ opacity, color }: Pixel): boolean {
  return opacity > 0 && color.some((channel) => Math.abs(f(channel - clipped(channel))) > TOLERANCE);
}

function weighed({ opacity, color }: Pixel, weights: Weights): number {
  const [r, g, b] = color.map((channel, i) => f(clipped(channel) * f(weights[i]!)));
  return f(f(f(r! + g!) + b!) * opacity);
}
