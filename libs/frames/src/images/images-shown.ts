import type { Rect } from '#libs/document';
import type { LayerContent } from '#libs/template';
import type { SceneNode } from '#libs/timeline';
import type { LayerBox } from '../drawing.js';
import { picturePlaces } from '../geometry/picture-places.js';
import { inset } from '../geometry/round-rect.js';
import { densityOverFrame } from '../raster-plan.js';
import type { Size } from '#libs/document';

/** An image in a frame. */
export interface ShownImage {
  /** Key of the node. */
  readonly key: string;
  readonly layer: LayerContent<'image'>;
  readonly box: LayerBox;
  /** Device px per local px at most, whichever way it is painted. */
  readonly density: { readonly x: number; readonly y: number };
}

/** Margin for rounded matrices. */
const MARGIN = 1.01;

/** Every image that nodes, their children and masks show, in paint order. */
export function* imagesShown(nodes: Iterable<SceneNode>): Generator<ShownImage> {
  for (const node of nodes) yield* within(node, densityOverFrame(node));
}

/** The raster of a group may be denser than the frame, and with it everything in the group. */
function* within(node: SceneNode, over: { x: number; y: number }): Generator<ShownImage> {
  const { key, layer, box, children, mask } = node;
  if (layer.type === 'image') {
    const [a, b, c, d] = node.matrix;
    const density = { x: Math.hypot(over.x * a, over.y * b), y: Math.hypot(over.x * c, over.y * d) };
    yield { key, layer, box, density };
  }
  for (const child of children ?? []) yield* within(child, over);
  if (mask) yield* within(mask.node, over);
}

/** The largest size at which an image is drawn, device px. */
export function shownSize({ layer, box, density }: ShownImage, picture: Size): Size {
  const area: Rect = inset({ x: 0, y: 0, ...box }, layer.borderWidth);
  if (area.width <= 0 || area.height <= 0) return { width: 0, height: 0 };
  const { first } = picturePlaces({ ...layer, isMirrored: false, isUpsideDown: false }, area, picture);
  return { width: MARGIN * first.width * density.x, height: MARGIN * first.height * density.y };
}
