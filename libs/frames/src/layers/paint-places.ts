import { type Canvas, type Context, createCanvas, type Image } from '../skia.js';
import type { PicturePlaces } from '../geometry/picture-places.js';

/** Maximum side of a tile, px. */
const MAX_TILE_SIDE = 4096;

/**
 * Draws a picture at its places (see `picturePlaces`). Several copies are drawn as one pattern: otherwise the layers
 * below would be visible along edges that meet between two pixels.
 */
export function paintPlaces(context: Context, picture: Image | Canvas, { first, tiled }: PicturePlaces): void {
  context.imageSmoothingEnabled = true;
  context.imageSmoothingQuality = 'high';
  if (!tiled) {
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
  context.fillStyle = pattern;
  context.fillRect(tiled.x, tiled.y, tiled.width, tiled.height);
}

function tileSide(devicePx: number): number {
  return Math.min(MAX_TILE_SIDE, Math.max(1, Math.round(devicePx)));
}
