import type { Grade } from './kernel.js';
import { channels8, chromaOf, colorOf, lumaOf, nearest } from './reference-colors.js';

const f = Math.fround;

const Q12 = 4096;

/** Distance by which a color may be outside of 0 … 255 and stay, in 8ths. */
const TOLERANCE = 4 * 8;

/** A pixel: its offsets in the source and the result, its coverage, and its graded luma as of an opaque one. */
interface Pixel {
  readonly at: number;
  readonly to: number;
  readonly cover: number;
  readonly luma: number;
}

/** See `Kernel.grade`. */
export function grade(memory: Uint8Array, job: Grade): void {
  for (let y = 0; y < job.height; y += 2) {
    for (let x = 0; x < job.width; x += 2) gradeCell(memory, job, [x, y]);
  }
}

function gradeCell(memory: Uint8Array, job: Grade, [x, y]: readonly [number, number]): void {
  const cell = (y / 2) * (job.stride / 2) + x / 2;
  const cellTo = (y / 2) * (job.targetStride / 2) + x / 2;
  const [u, v, c] = [job.u, job.v, job.c].map((plane) => memory[plane + cell]!) as [number, number, number];
  const chroma = (to: Grade['toU']): number => whole(u * to.u + v * to.v + c * to.lift);
  const graded = [chroma(job.toU), chroma(job.toV)] as const;
  const straight = (to: Grade['toU']): number => straightChroma([u, v, c], to);
  const shown = c === 255 ? graded : ([straight(job.toU), straight(job.toV)] as const);
  const pixels = [0, 1, 2, 3].map((i) => pixelOf(memory, job, [x + (i & 1), y + (i >> 1)]));
  const lumas = pixels.map(({ at, cover }) => whole(memory[job.y + at]! * job.toLuma.gain + cover * job.toLuma.lift));
  pixels.forEach(({ to }, i) => (memory[job.ty + to] = inByte(lumas[i]!)));
  [memory[job.tu + cellTo], memory[job.tv + cellTo]] = [inByte(graded[0]), inByte(graded[1])];
  if (job.isClipped) clipCell(memory, job, { cellTo, pixels, chroma: shown });
}

function pixelOf(memory: Uint8Array, job: Grade, [x, y]: readonly [number, number]): Pixel {
  const { gain, lift } = job.toLuma;
  const at = y * job.stride + x;
  const [value, cover] = [memory[job.y + at]!, memory[job.a + at]!];
  const luma =
    cover === 255
      ? whole(value * gain + cover * lift)
      : lanes(f(f(f(value * perCover(cover)) * factor(gain)) + factor(lift, 255)));
  return { at, to: y * job.targetStride + x, cover, luma };
}

function clipCell(
  memory: Uint8Array,
  { ty, tu, tv }: Grade,
  { cellTo, pixels, chroma: [u, v] }: { cellTo: number; pixels: readonly Pixel[]; chroma: readonly [number, number] },
): void {
  const isFarOutside = ({ luma, cover }: Pixel): boolean =>
    cover > 0 && channels8(luma, u, v).some((channel) => channel < -TOLERANCE || channel > 255 * 8 + TOLERANCE);
  if (!pixels.some(isFarOutside)) return;
  const colors = pixels.map(({ luma, cover }) => ({ color: colorOf(luma, u, v), cover }));
  pixels.forEach(({ to }, i) => (memory[ty + to] = lumaOf(colors[i]!)));
  [memory[tu + cellTo], memory[tv + cellTo]] = chromaOf(colors);
}

/** A sum in Q12 as a 16-bit value. */
function whole(sum: number): number {
  return lanes((sum + Q12 / 2) >> 12);
}

/** The nearest 16-bit value. */
function lanes(value: number): number {
  return Math.max(-32_768, Math.min(32_767, nearest(value)));
}

function inByte(value: number): number {
  return Math.max(0, Math.min(255, value));
}

/** A factor in Q12 in single precision, `times` as large. */
function factor(value: number, times = 1): number {
  return f(f(value * times) / Q12);
}

function perCover(cover: number): number {
  return f(255 / Math.max(cover, 1));
}

function straightChroma([u, v, c]: readonly [number, number, number], to: Grade['toU']): number {
  const [su, sv] = [f(u * perCover(c)), f(v * perCover(c))];
  return lanes(f(f(f(su * factor(to.u)) + f(sv * factor(to.v))) + factor(to.lift, 255)));
}
