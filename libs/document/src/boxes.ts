import type { Matrix, Point, Rect, Size } from './geometry.js';
import { boundsOf, cosineAndSine } from './matrix.js';
import { rounded } from './rounded.js';

/** The box of a layer in its parent: unturned, in pixels. It turns and grows about its anchor. */
export interface Box extends Rect, Pose {}

/** Pixels (number) or per cent of the parent (`"50%"`). */
export type Length = number | string;

/** The place of a layer in its parent: its anchor at (x, y), turned and scaled about it. */
export interface Placement {
  readonly x: Length;
  readonly y: Length;
  readonly width: Length;
  readonly height: Length;
  /** The anchor as a share of width and height, from 0 to 1. */
  readonly anchorX: number;
  readonly anchorY: number;
  /** Degrees, clockwise. */
  readonly rotation: number;
  readonly scale: number;
}

/** The placement of a layer that states none: over its whole parent. */
export const DEFAULT_PLACEMENT: Placement = {
  x: 0,
  y: 0,
  width: '100%',
  height: '100%',
  anchorX: 0,
  anchorY: 0,
  rotation: 0,
  scale: 1,
};

/** A length in pixels. Percentages refer to `parentPx`. */
export function lengthPx(length: Length, parentPx: number): number {
  return typeof length === 'number' ? length : (Number.parseFloat(length) / 100) * parentPx;
}

/** The size of a layer's own box. */
export function boxSize({ width, height }: Placement, parent: Size): Size {
  return {
    width: Math.max(0, lengthPx(width, parent.width)),
    height: Math.max(0, lengthPx(height, parent.height)),
  };
}

/** Places the box of a layer in its parent. Multiples of 90° are exact, so upright layers keep whole pixels. */
export function matrixOf(placement: Placement, box: Size, parent: Size): Matrix {
  const pivot = { x: lengthPx(placement.x, parent.width), y: lengthPx(placement.y, parent.height) };
  return matrixAbout(pivot, box, placement);
}

type Pose = Pick<Placement, 'anchorX' | 'anchorY' | 'rotation' | 'scale'>;

/** The map of a box whose anchor lies at `pivot`. */
function matrixAbout(pivot: Point, { width, height }: Size, { anchorX, anchorY, rotation, scale }: Pose): Matrix {
  const { cos, sin } = cosineAndSine(rotation);
  const [a, b, c, d] = [cos * scale, sin * scale, 0 - sin * scale, cos * scale];
  const [across, down] = [anchorX * width, anchorY * height];
  return [a, b, c, d, pivot.x - a * across - c * down, pivot.y - b * across - d * down];
}

/** The box of a layer of a document in its parent, from its own properties: keyframes and animations do not count. */
export function boxOf(layer: Readonly<Record<string, unknown>>, parent: Size): Box {
  const placement = placementOf(layer);
  const { anchorX, anchorY, rotation, scale } = placement;
  const { width, height } = boxSize(placement, parent);
  return {
    x: lengthPx(placement.x, parent.width) - anchorX * width,
    y: lengthPx(placement.y, parent.height) - anchorY * height,
    width,
    height,
    anchorX,
    anchorY,
    rotation,
    scale,
  };
}

function placementOf(layer: Readonly<Record<string, unknown>>): Placement {
  const length = (name: 'x' | 'y' | 'width' | 'height'): Length => {
    const value = layer[name];
    const isLength = typeof value === 'number' || (typeof value === 'string' && value.endsWith('%'));
    return isLength ? value : DEFAULT_PLACEMENT[name];
  };
  const number = (value: unknown, otherwise: number) => (typeof value === 'number' ? value : otherwise);
  return {
    x: length('x'),
    y: length('y'),
    width: length('width'),
    height: length('height'),
    anchorX: number(layer['anchor_x'], DEFAULT_PLACEMENT.anchorX),
    anchorY: number(layer['anchor_y'], DEFAULT_PLACEMENT.anchorY),
    rotation: number(layer['rotation'], DEFAULT_PLACEMENT.rotation),
    scale: number(layer['scale'], DEFAULT_PLACEMENT.scale),
  };
}

/** `pixels` in the unit that `former` has: a percentage stays one. Rounded to 0.01 px or 0.001 %. */
export function lengthLike(former: unknown, pixels: number, whole: number): number | string {
  if (typeof former === 'string' && former.endsWith('%') && whole > 0) return `${rounded((pixels / whole) * 100, 3)}%`;
  return rounded(pixels, 2);
}

/** `point`, turned by `degrees` clockwise about the origin. */
export function turned({ x, y }: Point, degrees: number): Point {
  const { cos, sin } = cosineAndSine(degrees);
  return { x: x * cos - y * sin, y: x * sin + y * cos };
}

/** The point at which the anchor of `box` lies. */
export function pivotOf(box: Box): Point {
  return { x: box.x + box.anchorX * box.width, y: box.y + box.anchorY * box.height };
}

/** The map of the box to the pixels of its parent. */
export function matrixOfBox(box: Box): Matrix {
  return matrixAbout(pivotOf(box), box, box);
}

/** The corners of the box as it is shown, in the order nw, ne, se, sw. */
export function cornersOf(box: Box): readonly [Point, Point, Point, Point] {
  const [a, b, c, d, e, f] = matrixOfBox(box);
  const corner = (x: number, y: number): Point => ({ x: a * x + c * y + e, y: b * x + d * y + f });
  return [corner(0, 0), corner(box.width, 0), corner(box.width, box.height), corner(0, box.height)];
}

/** The smallest upright rectangle around the box as it is shown. */
export function boundsOfBox(box: Box): Rect {
  return boundsOf(box, matrixOfBox(box));
}

/** The smallest upright rectangle around all of `rects`. There is at least one. */
export function unionOf(rects: readonly Rect[]): Rect {
  const x = Math.min(...rects.map((rect) => rect.x));
  const y = Math.min(...rects.map((rect) => rect.y));
  const right = Math.max(...rects.map((rect) => rect.x + rect.width));
  const bottom = Math.max(...rects.map((rect) => rect.y + rect.height));
  return { x, y, width: right - x, height: bottom - y };
}
