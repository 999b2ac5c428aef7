import { createCanvas, loadImage } from '#libs/frames';
import pixelmatch from 'pixelmatch';

/** Difference between two pictures. */
export interface Difference {
  /** Share of pixels whose colors differ visibly (pixelmatch's measure at its usual threshold), 0 … 1. */
  readonly unlike: number;
  /** Largest difference of the mean red, green or blue of any 16 × 16 block, 0 … 255: a faint tint of an area. */
  readonly worstBlock: number;
}

/**
 * Largest differences that pass. Golden frames are lossy WebP (which costs at most 0.0061 and 6.8 over all of them),
 * and another build of Skia rounds otherwise, without a viewer seeing it. Beyond these something has moved, changed its
 * color or is missing.
 */
export const TOLERANCE: Difference = { unlike: 0.008, worstBlock: 8 };

const BLOCK = 16;

interface Pixels {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

/** Compares two image files of equal size. */
export async function compareFrames(a: Buffer, b: Buffer): Promise<Difference> {
  const [first, second] = [await decode(a), await decode(b)];
  if (first.width !== second.width || first.height !== second.height) throw new Error('the pictures differ in size');
  const { width, height } = first;
  const unlike = pixelmatch(first.data, second.data, undefined, width, height, { includeAA: true });
  return { unlike: unlike / (width * height), worstBlock: worstBlock(first, second) };
}

/** Whether a difference is one that no viewer sees. */
export function isTolerable(difference: Difference): boolean {
  return difference.unlike <= TOLERANCE.unlike && difference.worstBlock <= TOLERANCE.worstBlock;
}

async function decode(file: Buffer): Promise<Pixels> {
  const image = await loadImage(file);
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  return { data, width: image.width, height: image.height };
}

function worstBlock(a: Pixels, b: Pixels): number {
  let worst = 0;
  for (let top = 0; top < a.height; top += BLOCK) {
    for (let left = 0; left < a.width; left += BLOCK) worst = Math.max(worst, blockDifference(a, b, [left, top]));
  }
  return worst;
}

function blockDifference(a: Pixels, b: Pixels, [left, top]: readonly [number, number]): number {
  const sums = [0, 0, 0];
  const [right, bottom] = [Math.min(a.width, left + BLOCK), Math.min(a.height, top + BLOCK)];
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const at = (y * a.width + x) * 4;
      for (let channel = 0; channel < 3; channel++) sums[channel]! += a.data[at + channel]! - b.data[at + channel]!;
    }
  }
  return Math.max(...sums.map(Math.abs)) / BLOCK ** 2;
}
