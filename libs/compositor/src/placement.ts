import type { Address } from './kernel.js';
import type { LayerPlanes } from './planes.js';
import { alignEven, isEmpty, NOTHING, shrinkEven, type Rect } from './rect.js';

/**
 * The place of a raster in the frame, in frame pixels: x' = x + scaleX · column + skewX · row, y' = y + skewY · column +
 * scaleY · row. A turned raster has both skews; scales are then of any sign.
 */
export interface Placement {
  readonly x: number;
  readonly y: number;
  /** Frame pixels per raster pixel, ≥ 0.5: a smaller image of a layer needs a smaller raster. */
  readonly scaleX: number;
  readonly scaleY: number;
  readonly skewX?: number;
  readonly skewY?: number;
}

/** The least scale of a placement: the kernel mixes two neighbors only. */
export const MIN_SCALE = 0.5;

/** A raster's planes and their place in the frame. */
export interface PlacedPlanes {
  readonly planes: LayerPlanes;
  readonly at: Placement;
}

/** Pixels. */
export interface FrameSize {
  readonly width: number;
  readonly height: number;
}

/** Whether a raster is turned, skewed or mirrored in the frame, not only moved and scaled. */
export function isTurned(at: Placement): at is Placement & { readonly skewX: number; readonly skewY: number } {
  return at.skewX !== undefined;
}

/** The bounds of a placed raster in the frame, not rounded. */
export function boundsOfPlaced({ width, height }: FrameSize, at: Placement): Rect {
  const { skewX = 0, skewY = 0 } = at;
  const [right, below] = [width * at.scaleX, height * skewX];
  const [down, aside] = [height * at.scaleY, width * skewY];
  return {
    x: at.x + Math.min(0, right) + Math.min(0, below),
    y: at.y + Math.min(0, down) + Math.min(0, aside),
    width: Math.abs(right) + Math.abs(below),
    height: Math.abs(down) + Math.abs(aside),
  };
}

/** The frame area a placed raster can touch, in whole chroma cells, not clamped to the frame. */
export function coverage(planes: FrameSize, at: Placement): Rect {
  return alignEven(boundsOfPlaced(planes, at));
}

/** Whether raster cells fall exactly on frame cells. */
export function isOnGrid({ x, y, scaleX, scaleY, skewX }: Placement): boolean {
  return skewX === undefined && scaleX === 1 && scaleY === 1 && x % 2 === 0 && y % 2 === 0;
}

/** Byte offsets of a pixel at even coordinates in planes whose full-size ones have a stride, the half-size ones half of it. */
export function offsets(stride: number, x: number, y: number): { luma: Address; chroma: Address } {
  return { luma: y * stride + x, chroma: (y / 2) * (stride / 2) + x / 2 };
}

/** The edges of the frame that the opaque part of a raster reaches, with a tolerance of one raster pixel. */
function reachedEdges(
  frame: FrameSize,
  { planes, at }: PlacedPlanes,
): { left: boolean; top: boolean; right: boolean; bottom: boolean } {
  const { opaque } = planes;
  const isThere = !isEmpty(opaque);
  return {
    left: isThere && at.x + opaque.x * at.scaleX < at.scaleX,
    top: isThere && at.y + opaque.y * at.scaleY < at.scaleY,
    right: isThere && at.x + (opaque.x + opaque.width) * at.scaleX > frame.width - at.scaleX,
    bottom: isThere && at.y + (opaque.y + opaque.height) * at.scaleY > frame.height - at.scaleY,
  };
}

/**
 * The part of the raster that is sampled, in whole chroma cells: all of it, but without the transparent border on the sides
 * where its opaque part reaches the frame's edge. Otherwise a picture that just fills the frame would mix with that border
 * and show a thin line of what lies below.
 */
export function sampledPart(frame: FrameSize, placed: PlacedPlanes): Rect {
  const { width, height, opaque } = placed.planes;
  const reached = reachedEdges(frame, placed);
  const left = reached.left ? Math.ceil(opaque.x / 2) * 2 : 0;
  const top = reached.top ? Math.ceil(opaque.y / 2) * 2 : 0;
  const right = reached.right ? Math.floor((opaque.x + opaque.width) / 2) * 2 : width;
  const bottom = reached.bottom ? Math.floor((opaque.y + opaque.height) / 2) * 2 : height;
  const whole = { x: 0, y: 0, width, height };
  return right > left && bottom > top ? { x: left, y: top, width: right - left, height: bottom - top } : whole;
}

/** The even-aligned frame area whose pixels mix opaque raster pixels only, in luma and in chroma; none of a turned raster. */
export function opaqueInside(frame: FrameSize, placed: PlacedPlanes): Rect {
  const { at } = placed;
  if (isTurned(at)) return NOTHING;
  const { opaque } = placed.planes;
  const reached = reachedEdges(frame, placed);
  // A chroma sample reaches 1.5 raster cells beyond its own center at most: three luma pixels keep both inside.
  const margin = 3;
  const left = reached.left ? 0 : at.x + (opaque.x + margin) * at.scaleX;
  const top = reached.top ? 0 : at.y + (opaque.y + margin) * at.scaleY;
  const right = reached.right ? frame.width : at.x + (opaque.x + opaque.width - margin) * at.scaleX;
  const bottom = reached.bottom ? frame.height : at.y + (opaque.y + opaque.height - margin) * at.scaleY;
  return shrinkEven({ x: left, y: top, width: right - left, height: bottom - top });
}
