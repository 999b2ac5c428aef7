/** The luma of a picture, one byte a pixel, row by row. */
export interface Luma {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Blocks of the filter `ssim` of ffmpeg: so many pixels wide and high, and as many apart. */
const BLOCK = 8;
const STEP = 4;
const [C1, C2] = [(0.01 * 255) ** 2, (0.03 * 255) ** 2];

/** The first plane of a picture in I420. */
export function lumaOf(frame: Uint8Array, { width, height }: Pick<Luma, 'width' | 'height'>): Luma {
  return { width, height, data: frame.subarray(0, width * height) };
}

/** The luma of opaque RGBA by BT.709 in limited range, as a renderer has it. */
export function lumaOfRgba(pixels: Uint8ClampedArray, { width, height }: Pick<Luma, 'width' | 'height'>): Luma {
  const data = Uint8Array.from({ length: width * height }, (_, index) => {
    const [r, g, b] = [pixels[4 * index]!, pixels[4 * index + 1]!, pixels[4 * index + 2]!];
    return Math.round(16 + (219 / 255) * (0.2126 * r + 0.7152 * g + 0.0722 * b));
  });
  return { width, height, data };
}

/**
 * Structural similarity of an area of two pictures, at most 1: the mean over its blocks.
 * @param down rows by which the area lies lower in the second picture
 */
export function ssim(one: Luma, other: Luma, area: Area, down = 0): number {
  let [sum, blocks] = [0, 0];
  for (let y = area.y; y + BLOCK <= area.y + area.height; y += STEP) {
    if (y + down < 0 || y + down + BLOCK > other.height) continue;
    for (let x = area.x; x + BLOCK <= area.x + area.width; x += STEP) {
      sum += blockSsim(one, other, y * one.width + x, (y + down) * other.width + x);
      blocks++;
    }
  }
  return sum / blocks;
}

function blockSsim(one: Luma, other: Luma, at: number, otherAt: number): number {
  let [a, b, aa, bb, ab] = [0, 0, 0, 0, 0];
  for (let row = 0; row < BLOCK; row++) {
    for (let column = 0; column < BLOCK; column++) {
      const p = one.data[at + row * one.width + column]!;
      const q = other.data[otherAt + row * other.width + column]!;
      a += p;
      b += q;
      aa += p * p;
      bb += q * q;
      ab += p * q;
    }
  }
  const n = BLOCK * BLOCK;
  const [meanA, meanB] = [a / n, b / n];
  const [varianceA, varianceB] = [(aa - a * meanA) / (n - 1), (bb - b * meanB) / (n - 1)];
  const covariance = (ab - a * meanB) / (n - 1);
  const means = (2 * meanA * meanB + C1) / (meanA ** 2 + meanB ** 2 + C1);
  return (means * (2 * covariance + C2)) / (varianceA + varianceB + C2);
}

/** The ink of an area: how far its luma is from that of its first pixel, over all pixels. */
export function ink({ data, width }: Luma, area: Area): number {
  const paper = data[area.y * width + area.x]!;
  let sum = 0;
  for (let y = area.y; y < area.y + area.height; y++) {
    for (let x = area.x; x < area.x + area.width; x++) sum += data[y * width + x]! - paper;
  }
  return Math.abs(sum);
}
