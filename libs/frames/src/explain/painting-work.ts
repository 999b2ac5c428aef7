import { boundsOfRect, type LayerKind, type Matrix, multiply, type Rect } from '#libs/document';
import { intersect, isEmpty } from '#libs/compositor';
import type { LayerContent } from '#libs/template';
import { type DisplayItem, inkOf, isPlain } from '../display-items/display-item.js';
import type { PaintedContent } from '../display-items/item-sprite.js';
import { meanScale } from '../geometry/matrix.js';
import { type DrawingWork, sumOf } from './drawing-costs.js';

/** The work of painting the raster of a sprite, before it is clipped and masked in the frame. */
export function paintingWork({ item, plan: { width, height, matrix } }: PaintedContent): DrawingWork {
  const work = contentWork(item, matrix, { x: 0, y: 0, width, height });
  return sumOf([{ raster: 1, cleared: width * height }, work]);
}

type Content = PaintedContent['item'];

/** The work of painting an item with its filters. @param area the part of the raster that is painted */
function contentWork({ filters, filterBox, ...item }: Content, matrix: Matrix, area: Rect): DrawingWork {
  if (filters) {
    const reach = filterBox ? 0 : Math.ceil(3 * filters.blur * meanScale(matrix));
    const pixels = (area.width + 2 * reach) * (area.height + 2 * reach);
    const path = filters.blur > 0 ? 'blurred' : 'toned';
    return sumOf([{ surface: pixels, [path]: pixels }, contentWork(item, matrix, area)]);
  }
  const { of, drawing } = item;
  if (of.type === 'items') return sumOf(of.items.map((part) => partWork(part, matrix, area)));
  const pixels = pixelsOf(intersect(boundsOfRect(matrix, drawing.ink), area));
  if (pixels === 0) return {};
  return sumOf([{ [of.type]: pixels, converted: drawing.converted ?? 0 }, extrasOf(of, pixels)]);
}

/** Kinds whose letters are shaped whenever they are laid out or painted. */
export const WRITTEN: readonly LayerKind[] = ['text', 'caption', 'chart'];

/** The work beside that of a plain layer of its kind. */
function extrasOf(layer: LayerContent, pixels: number): DrawingWork {
  return {
    ...(WRITTEN.includes(layer.type) && { written: 1 }),
    ...(hasShadow(layer) && { shadow: pixels }),
    ...(layer.type === 'image' && layer.effect !== 'none' && { effect: pixels }),
  };
}

function hasShadow(layer: LayerContent): boolean {
  switch (layer.type) {
    case 'image':
      return layer.imageShadow !== 'none';
    case 'shape':
      return layer.shapeShadow !== 'none';
    case 'text':
    case 'caption':
      return layer.textShadow !== 'none';
    default:
      return false;
  }
}

/** An item of a group, on a surface of its own unless it is plain. */
function partWork(part: DisplayItem, outer: Matrix, within: Rect): DrawingWork {
  const matrix = multiply(outer, part.matrix);
  if (isPlain(part)) return contentWork(part, matrix, within);
  const area = intersect(boundsOfRect(matrix, inkOf(part)), within);
  if (isEmpty(area)) return {};
  const cuts = part.clips.length + (part.mask ? 1 : 0);
  return sumOf([{ surface: pixelsOf(area), mask: cuts * pixelsOf(area) }, contentWork(part, matrix, area)]);
}

function pixelsOf({ width, height }: Rect): number {
  return Math.max(0, width) * Math.max(0, height);
}
