import type { Rect } from '#libs/document';
import { createCanvas, takePixels } from '../skia.js';
import { eachPart } from './each-part.js';
import type { PlacedLine, TextLayout } from './layout.js';
import { setFont } from './typesetting.js';

/** A horizontal part of a line, px of the box. */
interface Extent {
  readonly from: number;
  readonly to: number;
}

/** Font size at which letters are painted to see where they are, and the longest line, px. */
const SEEN_AT_PX = 64;
const LONGEST_PX = 8192;

/** Least alpha of a pixel that a letter covers: less is the rim of a curve that only touches the band. */
const COVERED = 64;

/** The parts of a horizontal band in which there are letters of a line, from left to right. */
export function inkIn(band: Rect, line: PlacedLine, { setting }: Pick<TextLayout, 'setting'>): Extent[] {
  const scale = Math.min(SEEN_AT_PX / setting.fontSize, LONGEST_PX / band.width);
  const [width, height] = [Math.ceil(band.width * scale), Math.ceil(band.height * scale)];
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.setTransform(scale, 0, 0, scale, -band.x * scale, -band.y * scale);
  setFont(context, setting);
  eachPart(context, { lines: [line], setting }, ({ text, x }) => context.fillText(text, x, line.baseline));
  const pixels = takePixels(canvas);
  const extents: Extent[] = [];
  for (let column = 0; column < width; column += 1) {
    if (!isCovered(pixels, { column, width, height })) continue;
    const from = band.x + column / scale;
    const to = from + 1 / scale;
    const last = extents.at(-1);
    if (last && from - last.to < 1e-6) extents[extents.length - 1] = { from: last.from, to };
    else extents.push({ from, to });
  }
  return extents;
}

function isCovered(
  pixels: Uint8Array,
  { column, width, height }: { column: number; width: number; height: number },
): boolean {
  for (let row = 0; row < height; row += 1) if (pixels[(row * width + column) * 4 + 3]! >= COVERED) return true;
  return false;
}
