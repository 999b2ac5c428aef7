import type { Plane } from './planes.js';

/** The C of ffmpeg's bicubic filter: Mitchell and Netravali's B is 0. */
const C = 0.6;

/** The taps of every output sample: the first input sample, and a weight for it and those after it. */
interface Taps {
  readonly count: number;
  readonly first: Int32Array;
  readonly weights: Float32Array;
}

const known = new Map<string, Taps>();
const MAX_KNOWN = 64;

/** The part of a picture that a plane is scaled into. */
interface PlanePlace {
  readonly at: number;
  readonly width: number;
  readonly height: number;
  /** Whether samples lie on the left of the pixels for which they stand; absent: in the middle. */
  readonly isOnLeft?: boolean;
}

/** Scales a plane as the renderer's ffmpeg does (`scale=flags=bicubic`), into a place of `target`. */
export function scalePlane(
  plane: Plane,
  target: Uint8Array,
  { at, width, height, isOnLeft = false }: PlanePlace,
): void {
  if (plane.width === width && plane.height === height) {
    for (let y = 0; y < height; y++) {
      const from = plane.offset + y * plane.stride;
      target.set(plane.data.subarray(from, from + width), at + y * width);
    }
    return;
  }
  const lines = scaledAcross(plane, tapsFor(plane.width, width, isOnLeft ? 0.25 : 0.5), width);
  const { count, first, weights } = tapsFor(plane.height, height, 0.5);
  const sums = new Float32Array(width);
  for (let y = 0; y < height; y++) {
    sums.fill(0.5); // rounds
    for (let tap = 0; tap < count; tap++) {
      const weight = weights[y * count + tap]!;
      const line = Math.min(plane.height - 1, Math.max(0, first[y]! + tap)) * width;
      for (let x = 0; x < width; x++) sums[x]! += weight * lines[line + x]!;
    }
    const row = at + y * width;
    for (let x = 0; x < width; x++) {
      const sum = sums[x]!;
      target[row + x] = sum < 0 ? 0 : sum > 255 ? 255 : sum; // cut off to whole levels
    }
  }
}

function scaledAcross(plane: Plane, { count, first, weights }: Taps, width: number): Float32Array {
  const lines = new Float32Array(width * plane.height);
  const last = plane.width - 1;
  const padded = new Float32Array(plane.width + 2 * count);
  for (let y = 0; y < plane.height; y++) {
    const from = plane.offset + y * plane.stride;
    padded.fill(plane.data[from]!, 0, count);
    padded.set(plane.data.subarray(from, from + plane.width), count);
    padded.fill(plane.data[from + last]!, count + plane.width);
    for (let x = 0; x < width; x++) {
      let sum = 0;
      const start = first[x]! + count;
      for (let tap = 0; tap < count; tap++) sum += weights[x * count + tap]! * padded[start + tap]!;
      lines[y * width + x] = sum;
    }
  }
  return lines;
}

/**
 * The taps that scale `from` samples to `to`. When a picture becomes smaller, the filter becomes as much wider.
 *
 * @param place samples from the edge of the picture to the first sample
 */
function tapsFor(from: number, to: number, place: number): Taps {
  const key = `${from} ${to} ${place}`;
  const kept = known.get(key);
  if (kept) return kept;
  const ratio = from / to;
  const spread = Math.max(1, ratio);
  const count = Math.ceil(4 * spread) + 1;
  const first = new Int32Array(to);
  const weights = new Float32Array(to * count);
  for (let index = 0; index < to; index++) {
    const center = (index + place) * ratio - place;
    first[index] = Math.max(-count, Math.ceil(center - 2 * spread));
    let sum = 0;
    for (let tap = 0; tap < count; tap++) {
      const weight = cubic(Math.abs(first[index]! + tap - center) / spread);
      weights[index * count + tap] = weight;
      sum += weight;
    }
    for (let tap = 0; tap < count; tap++) weights[index * count + tap]! /= sum;
  }
  const taps = { count, first, weights };
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(key, taps);
  return taps;
}

function cubic(distance: number): number {
  if (distance >= 2) return 0;
  const [x, xx, xxx] = [distance, distance ** 2, distance ** 3];
  if (distance < 1) return ((12 - 6 * C) * xxx + (-18 + 6 * C) * xx + 6) / 6;
  return (-6 * C * xxx + 30 * C * xx - 48 * C * x + 24 * C) / 6;
}
