import type { Grade } from './kernel.js';
import { byte } from './reference-mix.js';

// In single precision step by step, as in reference-mix.ts.

const f = Math.fround;

const Q12 = 4096;

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
  /** Red, green and blue as graded, not clipped. */
  readonly color: readonly number[];
}

/** See `Kernel.grade`. */
export function grade(memory: Uint8Array, job: Grade): void {
  for (let y = 0; y < job.height; y += 2) {
    for (let x = 0; x < job.width; x += 2) gradeCell(memory, job, [x, y]);
  }
}

function gradeCell(memory: Uint8Array, job: Grade, [x, y]: readonly [number, number]): void {
  const cell = (y / 2) * (job.stride / 2) + x / 2;
  const [u, v, c] = [job.u, job.v, job.c].map((plane) => memory[plane + cell]!) as [number, number, number];
  const own = (value: number): number => straight(value, c);
  const away = { u: chromaOf(own(u), own(v), job.toU), v: chromaOf(own(u), own(v), job.toV) };
  const pixels = [0, 1, 2, 3].map((i) =>
    pixelOf(memory, job, { at: (y + (i >> 1)) * job.stride + x + (i & 1), ...away }),
  );
  for (const { at } of pixels) {
    memory[job.y + at] = whole(memory[job.y + at]! * job.toLuma.gain + memory[job.a + at]! * job.toLuma.lift);
  }
  memory[job.u + cell] = whole(u * job.toU.u + v * job.toU.v + c * job.toU.lift);
  memory[job.v + cell] = whole(u * job.toV.u + v * job.toV.v + c * job.toV.lift);
  if (job.isClipped && pixels.some(isFarOutside)) clipCell(memory, job, { cell, pixels });
}

function clipCell(memory: Uint8Array, job: Grade, { cell, pixels }: { cell: number; pixels: readonly Pixel[] }): void {
  const sum = (value: (pixel: Pixel) => number): number => {
    const [a, b, c, d] = pixels.map(value);
    return f(f(a! + c!) + f(b! + d!));
  };
  const offset = f(sum(({ opacity }) => opacity) * 128);
  const chroma = (weights: Weights): number => byte(f(f(sum((pixel) => weighed(pixel, weights)) + offset) * 0.25));
  [memory[job.u + cell], memory[job.v + cell]] = [chroma(BLUE), chroma(RED)];
  for (const pixel of pixels) memory[job.y + pixel.at] = byte(f(weighed(pixel, LUMA) + f(pixel.opacity * 16)));
}

/** A sum in Q12 as a byte. */
function whole(sum: number): number {
  return Math.max(0, Math.min(255, (sum + Q12 / 2) >> 12));
}

/** A factor in Q12 in single precision, `times` as large. */
function factor(value: number, times = 1): number {
  return f(f(value * times) / Q12);
}

function chromaOf(u: number, v: number, to: Grade['toU']): number {
  return f(f(f(f(u * factor(to.u)) + f(v * factor(to.v))) + factor(to.lift, 255)) - 128);
}

function straight(value: number, cover: number): number {
  return f(value * f(255 / Math.max(cover, 1)));
}

function pixelOf(
  memory: Uint8Array,
  { y, a, toLuma }: Grade,
  { at, u, v }: { at: number; u: number; v: number },
): Pixel {
  const alpha = memory[a + at]!;
  const value = f(f(straight(memory[y + at]!, alpha) * factor(toLuma.gain)) + factor(toLuma.lift, 255));
  const luma = f(f(value - 16) * f(1.164384));
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
