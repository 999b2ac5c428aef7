import { boundsOfRect, IDENTITY, type Matrix, multiply } from '#libs/document';
import { intersect, isEmpty, type Rect } from '#libs/compositor';
import { type ClipRegion } from '#libs/timeline';
import { addRoundRect } from '../geometry/round-rect.js';
import { grown, meanScale, roundedMatrix } from '../geometry/matrix.js';
import { wholePixels } from '../geometry/whole-pixels.js';
import { type Canvas, type Context, createCanvas, freePicture, ImageData, takePixels } from '../skia.js';
import type { PlacedOutline } from './clip-outline.js';
import { type DisplayItem, inkOf, type ItemMask, isPlain } from './display-item.js';
import { cssFilter } from './css-filter.js';
import { paintInBox } from './paint-in-box.js';

/** Paints an item into a context whose transform maps the parent's px to device px. Restores the state of the context. */
export function paintItem(context: Context, item: DisplayItem): void {
  if (!isPlain(item)) {
    paintComposed(context, item);
    return;
  }
  context.save();
  context.setTransform(...deviceMatrix(context, item.matrix));
  item.drawing.paint(context, item.pose);
  context.restore();
}

/** Local → device px for a matrix to the px of the context. */
function deviceMatrix(context: Context, matrix: Matrix): Matrix {
  const { a, b, c, d, e, f } = context.getTransform();
  return roundedMatrix(multiply([a, b, c, d, e, f], matrix));
}

/** Paints onto a separate surface of the size of the visible part, then draws the surface. */
function paintComposed(context: Context, item: DisplayItem): void {
  const matrix = deviceMatrix(context, item.matrix);
  const seen = { x: 0, y: 0, width: context.canvas.width, height: context.canvas.height };
  const area = wholePixels(intersect(boundsOfRect(matrix, inkOf(item)), seen));
  if (isEmpty(area)) return;
  const surface = paintFiltered(item, matrix, area);
  const own = surface.getContext('2d');
  for (const region of item.clips) cutTo(own, { region, matrix: multiply(movedTo(area), matrix) });
  if (item.mask) {
    const { a, b, c, d, e, f } = context.getTransform();
    applyMask(own, item.mask, multiply(movedTo(area), [a, b, c, d, e, f]));
  }
  context.save();
  context.setTransform(...IDENTITY);
  context.globalAlpha = item.opacity;
  context.globalCompositeOperation = item.blendMode ?? 'source-over';
  context.drawImage(surface, area.x, area.y);
  context.restore();
  freePicture(surface);
}

/** The part of an item that is painted before it is clipped and masked. */
export type FilteredContent = Pick<DisplayItem, 'drawing' | 'pose' | 'filters' | 'filterBox'>;

/**
 * A new canvas with the filtered content of an item, for an area of the device.
 *
 * @param matrix local → device px
 */
export function paintFiltered(item: FilteredContent, matrix: Matrix, area: Rect): Canvas {
  const { drawing, pose, filters, filterBox: box } = item;
  if (filters && box) return paintInBox({ drawing, pose, filters, box }, multiply(movedTo(area), matrix), area);
  const reach = filters ? Math.ceil(3 * filters.blur * meanScale(matrix)) : 0;
  const painted = grown(area, reach);
  const plain = createCanvas(painted.width, painted.height);
  const context = plain.getContext('2d');
  context.setTransform(...roundedMatrix(multiply(movedTo(painted), matrix)));
  drawing.paint(context, pose);
  if (!filters) return plain;
  const filtered = createCanvas(area.width, area.height);
  const target = filtered.getContext('2d');
  target.filter = cssFilter(filters, meanScale(matrix));
  target.drawImage(plain, -reach, -reach);
  freePicture(plain);
  return filtered;
}

/**
 * Clears a canvas outside of an outline, whose `matrix` maps to the canvas's px. The outline is painted onto a separate canvas:
 * with operators other than source-over, @napi-rs/canvas culls paths by their untransformed bounds.
 */
function cutTo(context: Context, outline: PlacedOutline): void {
  const inside = createCanvas(context.canvas.width, context.canvas.height);
  fillOutline(inside.getContext('2d'), outline);
  context.save();
  context.setTransform(...IDENTITY);
  context.globalCompositeOperation = 'destination-in';
  context.drawImage(inside, 0, 0);
  context.restore();
  freePicture(inside);
}

function fillOutline(context: Context, { region, matrix }: PlacedOutline): void {
  context.save();
  context.setTransform(...roundedMatrix(matrix));
  fillRegion(context, region);
  context.restore();
}

/** Fills the inside of an outline with opaque white. */
export function fillRegion(context: Context, region: ClipRegion): void {
  context.fillStyle = '#ffffff';
  context.beginPath();
  switch (region.kind) {
    case 'rect':
      addRoundRect(context, region, region.radius);
      break;
    case 'circle':
      context.arc(region.x, region.y, Math.max(0, region.radius), 0, 2 * Math.PI);
      break;
    case 'polygon':
      for (const { x, y } of region.points) context.lineTo(x, y);
      context.closePath();
  }
  context.fill();
}

/** Applies a mask to a canvas. @param matrix the mask's parent → the canvas's px */
function applyMask(context: Context, { mode, item }: ItemMask, matrix: Matrix): void {
  const { width, height } = context.canvas;
  const cover = paintCover(item, matrix, { width, height }, mode.startsWith('luma'));
  context.save();
  context.setTransform(...IDENTITY);
  context.globalCompositeOperation = mode.endsWith('inverted') ? 'destination-out' : 'destination-in';
  context.drawImage(cover, 0, 0);
  context.restore();
  freePicture(cover);
}

/** The coverage of outlines and mask in an area of the frame, as the alpha of a canvas. */
export function paintMask(area: Rect, outlines: readonly PlacedOutline[], mask: ItemMask | undefined): Canvas {
  const canvas = createCanvas(area.width, area.height);
  const context = canvas.getContext('2d');
  const [first, ...others] = outlines.map(({ region, matrix }) => ({
    region,
    matrix: multiply(movedTo(area), matrix),
  }));
  if (first) fillOutline(context, first);
  else fillRegion(context, { ...area, x: 0, y: 0, kind: 'rect', radius: 0 });
  for (const outline of others) cutTo(context, outline);
  if (mask) applyMask(context, mask, movedTo(area));
  return canvas;
}

/** The coverage that an item gives as a mask, as the alpha of a new canvas. @param matrix the item's parent → the canvas's px */
export function paintCover(
  item: DisplayItem,
  matrix: Matrix,
  { width, height }: { width: number; height: number },
  isLuma: boolean,
): Canvas {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.setTransform(...roundedMatrix(matrix));
  paintItem(context, item);
  if (!isLuma) return canvas;
  const cover = createCanvas(width, height);
  cover.getContext('2d').putImageData(new ImageData(lumaAsAlpha(takePixels(canvas)), width, height), 0, 0);
  return cover;
}

/** Black with the Rec. 709 luma of premultiplied RGBA as alpha. */
function lumaAsAlpha(rgba: Uint8Array): Uint8ClampedArray {
  const cover = new Uint8ClampedArray(rgba.length);
  for (let i = 0; i < rgba.length; i += 4) {
    cover[i + 3] = 0.2126 * rgba[i]! + 0.7152 * rgba[i + 1]! + 0.0722 * rgba[i + 2]!;
  }
  return cover;
}

/** Device px → px of a canvas that shows an area of the device. */
function movedTo({ x, y }: Rect): Matrix {
  return [1, 0, 0, 1, -x, -y];
}
