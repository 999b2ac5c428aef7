import type { Matrix, Rect, Size } from '#libs/document';
import type { LayerContent } from '#libs/template';
import type { SceneNode } from '#libs/timeline';
import type { LayerBox } from '../drawing.js';
import { picturePlaces } from '../geometry/picture-places.js';
import { resizedPlaces } from '../geometry/resized-places.js';
import { inset } from '../geometry/round-rect.js';
import { densityOverFrame } from '../raster-plan.js';

/** An image in a frame. */
export interface ShownImage {
  /** Key of the node. */
  readonly key: string;
  readonly layer: LayerContent<'image'>;
  readonly box: LayerBox;
  /** Device px per local px at most, whichever way it is painted. */
  readonly density: { readonly x: number; readonly y: number };
  /** The size to which its box changes, and the matrices of the node. Absent: its box stays as it is. */
  readonly resized?: { readonly box: LayerBox; readonly matrix: Matrix; readonly rest: Matrix };
}

/** Margin for rounded matrices. */
const MARGIN = 1.01;

/** Every image that nodes, their children and masks show, in paint order. */
export function* imagesShown(nodes: Iterable<SceneNode>): Generator<ShownImage> {
  for (const node of nodes) yield* within(node, densityOverFrame(node));
}

/** The raster of a group may be denser than the frame, and with it everything in the group. */
function* within(node: SceneNode, over: { x: number; y: number }): Generator<ShownImage> {
  const { key, layer, box, restBox, children, mask, matrix, rest } = node;
  if (layer.type === 'image') {
    const [a, b, c, d] = matrix;
    const density = { x: Math.hypot(over.x * a, over.y * b), y: Math.hypot(over.x * c, over.y * d) };
    yield { key, layer, box, density, ...(restBox && { resized: { box: restBox, matrix, rest } }) };
  }
  for (const child of children ?? []) yield* within(child, over);
  if (mask) yield* within(mask.node, over);
}

/** The largest size at which an image is drawn, device px. */
export function shownSize({ layer, box, density, resized }: ShownImage, picture: Size): Size {
  const now = placeIn(layer, box, picture);
  if (!now) return { width: 0, height: 0 };
  const asIs = { width: now.width * density.x, height: now.height * density.y };
  const atRest = resized && placeIn(layer, resized.box, picture);
  const most = resized && atRest ? largest(asIs, scaledSize(now, atRest, resized)) : asIs;
  return { width: MARGIN * most.width, height: MARGIN * most.height };
}

function placeIn(layer: LayerContent<'image'>, box: LayerBox, picture: Size): Rect | undefined {
  const area: Rect = inset({ x: 0, y: 0, ...box }, layer.borderWidth);
  if (area.width <= 0 || area.height <= 0) return undefined;
  return picturePlaces({ ...layer, isMirrored: false, isUpsideDown: false }, area, picture).first;
}

/** The size at which a picture is painted for a box at rest, to be scaled to its place at the moment. */
function scaledSize(now: Rect, atRest: Rect, { matrix, rest }: NonNullable<ShownImage['resized']>): Size {
  const over = densityOverFrame(resizedPlaces({ matrix, rest }, { now, atRest }));
  return { width: now.width * Math.abs(matrix[0]) * over.x, height: now.height * Math.abs(matrix[3]) * over.y };
}

function largest(a: Size, b: Size): Size {
  return { width: Math.max(a.width, b.width), height: Math.max(a.height, b.height) };
}
