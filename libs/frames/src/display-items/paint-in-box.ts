import { boundsOfRect, IDENTITY, invert, type Matrix, multiply } from '#libs/document';
import { intersect, isEmpty, type Rect } from '#libs/compositor';
import { type Filters } from '#libs/timeline';
import type { Drawing, Pose } from '../drawing.js';
import { grown, meanScale, roundedMatrix } from '../geometry/matrix.js';
import { type Canvas, createCanvas, freePicture } from '../skia.js';
import { cssFilter } from './css-filter.js';

/** The content that is blurred inside of its box. */
interface BoxedContent {
  readonly drawing: Drawing;
  readonly pose: Pose;
  readonly filters: Filters;
  /** Local px. */
  readonly box: Rect;
}

/**
 * Paints the content of a box with filters for an area of the device. The edges of the box are repeated beyond it before
 * it is blurred, as by an SVG `feGaussianBlur` with the edge mode `duplicate`, and nothing is painted outside of it.
 *
 * @param matrix local → px of the area
 */
export function paintInBox({ drawing, pose, filters, box }: BoxedContent, matrix: Matrix, area: Rect): Canvas {
  const canvas = createCanvas(area.width, area.height);
  const scale = meanScale(matrix);
  const reach = Math.ceil(3 * filters.blur * scale);
  const seen = boundsOfRect(invert(matrix) ?? IDENTITY, { x: 0, y: 0, width: area.width, height: area.height });
  const part = intersect(box, grown(seen, (reach + 2) / Math.max(scale, 1e-6)));
  if (isEmpty(part)) return canvas;
  const size = { width: pixels(part.width * scale), height: pixels(part.height * scale) };
  const toPicture: Matrix = [size.width / part.width, 0, 0, size.height / part.height, 0, 0];
  const picture = createCanvas(size.width, size.height);
  const context = picture.getContext('2d');
  context.setTransform(...roundedMatrix(multiply(toPicture, [1, 0, 0, 1, -part.x, -part.y])));
  drawing.paint(context, pose);
  const filtered = createCanvas(size.width, size.height);
  const target = filtered.getContext('2d');
  target.filter = cssFilter(filters, scale);
  const wide = withEdges(picture, reach);
  target.drawImage(wide, -reach, -reach);
  const shown = canvas.getContext('2d');
  shown.setTransform(...roundedMatrix(matrix));
  shown.drawImage(filtered, part.x, part.y, part.width, part.height);
  for (const each of [picture, wide, filtered]) freePicture(each);
  return canvas;
}

/** Whole pixels; a rounding error of the matrix does not add one. */
function pixels(length: number): number {
  return Math.max(1, Math.ceil(length - 1e-6));
}

/** A picture whose outermost pixels are repeated beyond it. */
function withEdges(picture: Canvas, reach: number): Canvas {
  const { width, height } = picture;
  const wide = createCanvas(width + 2 * reach, height + 2 * reach);
  const context = wide.getContext('2d');
  context.imageSmoothingEnabled = false;
  for (const { from: x, length: across, to: left, shown: columns } of parts(width, reach)) {
    for (const { from: y, length: down, to: top, shown: rows } of parts(height, reach)) {
      context.drawImage(picture, x, y, across, down, left, top, columns, rows);
    }
  }
  return wide;
}

/** The first pixel, all pixels and the last one of a length, and the length on which they are shown. */
function parts(length: number, reach: number): { from: number; length: number; to: number; shown: number }[] {
  return [
    { from: 0, length: 1, to: 0, shown: reach },
    { from: 0, length, to: reach, shown: length },
    { from: length - 1, length: 1, to: reach + length, shown: reach },
  ];
}
