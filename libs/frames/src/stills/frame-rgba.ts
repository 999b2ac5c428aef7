import type { Size } from '#libs/document';

// BT.709, limited range. As in H.273: R = Y + 1.5748 Cr, G = Y - 0.18732 Cb - 0.46812 Cr, B = Y + 1.8556 Cb.
const LUMA = byLevel((level) => (level - 16) * (255 / 219));
const RED_OF_CR = byLevel((level) => 1.5748 * chroma(level));
const GREEN_OF_CB = byLevel((level) => 0.18732 * chroma(level));
const GREEN_OF_CR = byLevel((level) => 0.46812 * chroma(level));
const BLUE_OF_CB = byLevel((level) => 1.8556 * chroma(level));

function byLevel(value: (level: number) => number): Float64Array {
  return Float64Array.from({ length: 256 }, (_, level) => value(level));
}

function chroma(level: number): number {
  return (level - 128) * (255 / 224);
}

/**
 * Writes an I420 picture of BT.709 in limited range as opaque RGBA.
 *
 * @param picture.isHalved writes a picture of half the width and height, each pixel the mean of a cell: a quarter of the work
 * @param rgba 4 bytes for each pixel of the result
 */
export function writeRgba(
  frame: Uint8Array,
  { width, height, isHalved }: Size & { readonly isHalved: boolean },
  rgba: Uint8ClampedArray,
): void {
  const [columns, rows, luma] = [width >> 1, height >> 1, width * height];
  const planes = { frame, width, columns, blue: luma, red: luma + columns * rows };
  if (isHalved) for (let y = 0; y < rows; y++) writeCells(planes, y, rgba);
  else for (let y = 0; y < height; y++) writeRow(planes, y, rgba);
}

/** The addresses of planes in a frame. */
interface Planes {
  readonly frame: Uint8Array;
  /** Pixels in a row of luma and of chroma. */
  readonly width: number;
  readonly columns: number;
  readonly blue: number;
  readonly red: number;
}

function writeRow({ frame, width, columns, blue, red }: Planes, y: number, rgba: Uint8ClampedArray): void {
  const cells = (y >> 1) * columns;
  let out = y * width * 4;
  for (let x = 0; x < columns; x++) {
    const cb = frame[blue + cells + x]!;
    const cr = frame[red + cells + x]!;
    const redOf = RED_OF_CR[cr]!;
    const greenOfCb = GREEN_OF_CB[cb]!;
    const greenOfCr = GREEN_OF_CR[cr]!;
    const blueOf = BLUE_OF_CB[cb]!;
    for (let at = y * width + 2 * x, end = at + 2; at < end; at++) {
      const level = LUMA[frame[at]!]!;
      rgba[out] = level + redOf;
      rgba[out + 1] = level - greenOfCb - greenOfCr;
      rgba[out + 2] = level + blueOf;
      rgba[out + 3] = 255;
      out += 4;
    }
  }
}

function writeCells({ frame, width, columns, blue, red }: Planes, y: number, rgba: Uint8ClampedArray): void {
  let out = y * columns * 4;
  for (let x = 0; x < columns; x++) {
    const at = 2 * y * width + 2 * x;
    const sum = frame[at]! + frame[at + 1]! + frame[at + width]! + frame[at + width + 1]!;
    const level = LUMA[(sum + 2) >> 2]!;
    const cb = frame[blue + y * columns + x]!;
    const cr = frame[red + y * columns + x]!;
    rgba[out] = level + RED_OF_CR[cr]!;
    rgba[out + 1] = level - GREEN_OF_CB[cb]! - GREEN_OF_CR[cr]!;
    rgba[out + 2] = level + BLUE_OF_CB[cb]!;
    rgba[out + 3] = 255;
    out += 4;
  }
}
