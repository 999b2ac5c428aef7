import { union } from '#libs/compositor';
import type { Rect } from '#libs/timeline';
import { type Canvas, type Context, createCanvas, type Image } from '../skia.js';

/** Sides of a tile, px. */
const MAX_TILE_SIDE = 4096;

/**
 * Draws a picture in its places (see `picturePlaces`). Several copies are drawn as one pattern: edges that meet between two
 * pixels would let shine through what lies below.
 */
export function paintPlaces(context: Context, picture: Image | Canvas, places: readonly Rect[]): void {
  const [first] = places;
  if (!first) return;
  context.imageSmoothingEnabled = true;
  context.imageSmoothingQuality = 'high';
  if (places.length === 1) {
    context.drawImage(picture, first.x, first.y, first.width, first.height);
    return;
  }
  const { a, b, c, d } = context.getTransform();
  const tile = createCanvas(tileSide(first.width * Math.hypot(a, b)), tileSide(first.height * Math.hypot(c, d)));
  const tileContext = tile.getContext('2d');
  tileContext.imageSmoothingQuality = 'high';
  tileContext.drawImage(picture, 0, 0, tile.width, tile.height);
  const pattern = context.createPattern(tile, 'repeat');
  const size = { a: first.width / tile.width, b: 0, c: 0, d: first.height / tile.height };
  pattern.setTransform({ ...size, e: first.x, f: first.y });
  const area = places.reduce(union);
  context.fillStyle = pattern;
  context.fillRect(area.x, area.y, area.width, area.height);
}

function tileSide(devicePx: number): number {
  return Math.min(MAX_TILE_SIDE, Math.max(1, Math.round(devicePx)));
}
