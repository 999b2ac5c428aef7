import type { Rect, Size } from '#libs/document';
import { type Canvas, type Context, createCanvas, type Image } from '../skia.js';
import type { PicturePlaces } from '../geometry/picture-places.js';

/** Maximum side of a tile, px. */
const MAX_TILE_SIDE = 4096;

/** Device px by which an edge may lie beside the one between two pixels. */
const TOLERANCE = 1e-3;

/**
 * Draws a picture at its places (see `picturePlaces`): as it is where its pixels are those of the device, through Skia's cubic
 * filter anywhere else. Several copies are drawn as one pattern, always through that filter: otherwise the layers below would be
 * visible along edges that meet between two pixels.
 */
export function paintPlaces(context: Context, picture: Image | Canvas, { first, tiled }: PicturePlaces): void {
  if (!tiled) {
    smoothUnlessExact(context, picture, first);
    context.drawImage(picture, first.x, first.y, first.width, first.height);
    return;
  }
  const { a, b, c, d } = context.getTransform();
  const tile = createCanvas(tileSide(first.width * Math.hypot(a, b)), tileSide(first.height * Math.hypot(c, d)));
  const tileContext = tile.getContext('2d');
  smoothUnlessExact(tileContext, picture, { x: 0, y: 0, width: tile.width, height: tile.height });
  tileContext.drawImage(picture, 0, 0, tile.width, tile.height);
  const pattern = context.createPattern(tile, 'repeat');
  const size = { a: first.width / tile.width, b: 0, c: 0, d: first.height / tile.height };
  pattern.setTransform({ ...size, e: first.x, f: first.y });
  context.fillStyle = pattern;
  context.fillRect(tiled.x, tiled.y, tiled.width, tiled.height);
}

/** The cubic filter softens a picture even where it has nothing to scale. */
function smoothUnlessExact(context: Context, picture: Size, place: Rect): void {
  context.imageSmoothingEnabled = !isOnPixels(context, picture, place);
  context.imageSmoothingQuality = 'high';
}

/** Whether each pixel of a picture in a place, mirrored or not, is one of the device. */
function isOnPixels(context: Context, picture: Size, { x, y, width, height }: Rect): boolean {
  const { a, b, c, d, e, f } = context.getTransform();
  const isZero = (distance: number): boolean => Math.abs(distance) < TOLERANCE;
  const isWhole = (at: number): boolean => isZero(at - Math.round(at));
  const isUpright = isZero(b * width) && isZero(c * height);
  const isUnscaled = isZero(Math.abs(a * width) - picture.width) && isZero(Math.abs(d * height) - picture.height);
  return isUpright && isUnscaled && isWhole(a * x + e) && isWhole(d * y + f);
}

function tileSide(devicePx: number): number {
  return Math.min(MAX_TILE_SIDE, Math.max(1, Math.round(devicePx)));
}
