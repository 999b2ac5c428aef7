import type { LayerPlace } from '#libs/frames';

/** Likeness of two pictures in luma, dB; Infinity for the same. */
export interface Likeness {
  readonly wholeDb: number;
  /** Outside of everything that is written. */
  readonly outsideTextDb: number;
}

/** Layers that write letters. */
const WRITING: readonly string[] = ['text', 'caption', 'chart'];
/** Most by which letters, outlines and shadows may leave the box of their layer, in parts of its height. */
const OVERHANG = 0.25;
const LEAST_OVERHANG_PX = 8;

/** Compares the luma planes of two pictures in I420. */
export function likeness(
  [one, other]: readonly [Uint8Array, Uint8Array],
  { width, height }: { readonly width: number; readonly height: number },
  layers: readonly LayerPlace[],
): Likeness {
  const written = new Uint8Array(width * height);
  for (const { type, bounds } of layers) {
    if (!WRITING.includes(type)) continue;
    const over = Math.max(LEAST_OVERHANG_PX, bounds.height * OVERHANG);
    const [left, right] = [Math.max(0, bounds.x - over), Math.min(width, bounds.x + bounds.width + over)];
    for (let y = Math.max(0, Math.floor(bounds.y - over)); y < Math.min(height, bounds.y + bounds.height + over); y++) {
      written.fill(1, Math.floor(y * width + left), Math.ceil(y * width + right));
    }
  }
  let [whole, outside, outsidePixels] = [0, 0, 0];
  for (let at = 0; at < width * height; at++) {
    const squared = (one[at]! - other[at]!) ** 2;
    whole += squared;
    if (written[at]) continue;
    outside += squared;
    outsidePixels++;
  }
  return { wholeDb: decibels(whole / (width * height)), outsideTextDb: decibels(outside / Math.max(1, outsidePixels)) };
}

function decibels(meanSquare: number): number {
  return meanSquare === 0 ? Infinity : 10 * Math.log10(255 ** 2 / meanSquare);
}
