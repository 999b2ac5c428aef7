import type { Matrix, Point, Rect, Size } from './geometry.js';
import { isLengthLike, type Length, lengthPx } from './lengths.js';
import { boundsOf, cosineAndSine } from './matrix.js';

/** The box of a layer in its parent: unturned, in pixels. It turns and grows about its anchor. */
export interface Box extends Rect, Pose {}

/** The parent of a layer, px. The frame is absent where it is the parent itself. */
export interface Parent extends Size {
  readonly frame?: Size;
}

/** The fields of a layer that place it across and down its parent: x or y, the size, and distances in place of these. */
export const AXES = [
  ['x', 'width', 'left', 'right', 'center_x'],
  ['y', 'height', 'top', 'bottom', 'center_y'],
] as const;

/**
 * The places of a layer that new values of it replace: all of a direction with a new place, `right` for a new `x`, and its
 * size between two new edges.
 */
export function replacedPlaces(values: object): readonly string[] {
  const isNew = (name: string) => Object.hasOwn(values, name);
  return AXES.flatMap(([place, extent, from, to, center]) => {
    const places = [place, from, to, center];
    if (!places.some(isNew)) return [];
    return isNew(from) && isNew(to) ? [...places, extent] : places;
  });
}

/** Whether the field is one of those that place a layer across its parent. */
export function isAcross(field: string): boolean {
  return AXES[0].some((name) => name === field);
}

/** Distances that place a layer instead of x or y. With both edges of a direction, they also decide its size. */
interface Constraints {
  readonly left?: Length | undefined;
  readonly right?: Length | undefined;
  readonly top?: Length | undefined;
  readonly bottom?: Length | undefined;
  /** From the center of the parent to that of the layer. */
  readonly centerX?: Length | undefined;
  readonly centerY?: Length | undefined;
}

/** The place of a layer in its parent: its anchor at (x, y), turned and scaled about it. */
export interface Placement extends Constraints {
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

/** The size of a layer's own box. */
export function boxSize({ width, height, left, right, top, bottom }: Placement, parent: Size): Size {
  return {
    width: extentOf(width, left, right, parent.width),
    height: extentOf(height, top, bottom, parent.height),
  };
}

function extentOf(own: Length, from: Length | undefined, to: Length | undefined, parentPx: number): number {
  const isStretched = from !== undefined && to !== undefined;
  const extent = isStretched ? parentPx - lengthPx(from, parentPx) - lengthPx(to, parentPx) : lengthPx(own, parentPx);
  return Math.max(0, extent);
}

/** Places the box of a layer in its parent. Multiples of 90° are exact, so upright layers keep whole pixels. */
export function matrixOf(placement: Placement, box: Size, parent: Size): Matrix {
  return matrixAbout(pivotIn(placement, box, parent), box, placement);
}

/** The point of the parent at which the anchor of the box lies. */
function pivotIn(placement: Placement, box: Size, parent: Size): Point {
  const { x, left, right, centerX, anchorX, y, top, bottom, centerY, anchorY } = placement;
  return {
    x: anchorAlong({ own: x, from: left, to: right, center: centerX }, anchorX, [box.width, parent.width]),
    y: anchorAlong({ own: y, from: top, to: bottom, center: centerY }, anchorY, [box.height, parent.height]),
  };
}

interface PlaceAlong {
  readonly own: Length;
  readonly from: Length | undefined;
  readonly to: Length | undefined;
  readonly center: Length | undefined;
}

function anchorAlong(
  { own, from, to, center }: PlaceAlong,
  anchor: number,
  [boxPx, parentPx]: readonly [number, number],
): number {
  if (from !== undefined) return lengthPx(from, parentPx) + anchor * boxPx;
  if (to !== undefined) return parentPx - lengthPx(to, parentPx) - (1 - anchor) * boxPx;
  if (center !== undefined) return parentPx / 2 + lengthPx(center, parentPx) + (anchor - 0.5) * boxPx;
  return lengthPx(own, parentPx);
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
export function boxOf(layer: Readonly<Record<string, unknown>>, parent: Parent): Box {
  const placement = placementOf(layer, parent);
  const { anchorX, anchorY, rotation, scale } = placement;
  const { width, height } = boxSize(placement, parent);
  const pivot = pivotIn(placement, { width, height }, parent);
  return {
    x: pivot.x - anchorX * width,
    y: pivot.y - anchorY * height,
    width,
    height,
    anchorX,
    anchorY,
    rotation,
    scale,
  };
}

function placementOf(layer: Readonly<Record<string, unknown>>, parent: Parent): Placement {
  const length = <T>(name: string, parentPx: number, otherwise: T): number | T => {
    const value = layer[name];
    return isLengthLike(value) ? lengthPx(value, parentPx, parent.frame ?? parent) : otherwise;
  };
  const across = <T>(name: string, otherwise: T) => length(name, parent.width, otherwise);
  const down = <T>(name: string, otherwise: T) => length(name, parent.height, otherwise);
  const number = (value: unknown, otherwise: number) => (typeof value === 'number' ? value : otherwise);
  return {
    x: across('x', DEFAULT_PLACEMENT.x),
    y: down('y', DEFAULT_PLACEMENT.y),
    width: across('width', DEFAULT_PLACEMENT.width),
    height: down('height', DEFAULT_PLACEMENT.height),
    left: across('left', undefined),
    right: across('right', undefined),
    top: down('top', undefined),
    bottom: down('bottom', undefined),
    centerX: across('center_x', undefined),
    centerY: down('center_y', undefined),
    anchorX: number(layer['anchor_x'], DEFAULT_PLACEMENT.anchorX),
    anchorY: number(layer['anchor_y'], DEFAULT_PLACEMENT.anchorY),
    rotation: number(layer['rotation'], DEFAULT_PLACEMENT.rotation),
    scale: number(layer['scale'], DEFAULT_PLACEMENT.scale),
  };
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
