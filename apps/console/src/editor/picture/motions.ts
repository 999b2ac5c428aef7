import {
  boxOf,
  IDENTITY,
  invert,
  type JsonObject,
  layerAt,
  type Matrix,
  matrixOfBox,
  multiply,
  parentSize,
  type Size,
} from '#libs/document';
import type { EditorState, LayerMotion } from '../model/editor-state.ts';
import { pathOfField } from '../model/field-path.ts';

/** The places of the layers of a frame. */
export interface PlacedFrame {
  readonly document: JsonObject;
  /** The layers by their fields, as `pages[0].layers[2]`, groups before their layers; in pixels of the picture. */
  readonly layers: readonly (PlacedBox & { readonly key: string })[];
  /** Pixels of the picture for each pixel of the document. */
  readonly scale: number;
}

interface PlacedBox {
  readonly box: Size;
  /** Maps the box to the picture, or to the layer's parent. */
  readonly matrix: Matrix;
}

/** A difference that cannot be seen, pixels of the frame. */
const SAME_PX = 0.01;

/** The layers of a page that a keyframe or an animation shows elsewhere than their own properties put them, by name. */
export function motionsOf({ document, layers, scale }: PlacedFrame, page: number): EditorState['motions'] {
  const inFrame = new Map<string, Matrix>();
  const motions = new Map<string, LayerMotion>();
  for (const { key, box, matrix } of layers) {
    const path = pathOfField(key);
    const layer = path[1] === page ? layerAt(document, path) : undefined;
    if (!layer) continue;
    const own = boxOf(layer, parentSize(document, path));
    const whole = scaled(matrix, 1 / scale);
    inFrame.set(path.join('.'), whole);
    const parent = inFrame.get(path.slice(0, -2).join('.')) ?? IDENTITY;
    const placed = { box, matrix: multiply(invert(parent) ?? IDENTITY, whole) };
    if (isSame(placed, { box: own, matrix: matrixOfBox(own) })) continue;
    motions.set(layer.name, { size: box, matrix: placed.matrix, own });
  }
  return motions;
}

function scaled([a, b, c, d, e, f]: Matrix, by: number): Matrix {
  return [a * by, b * by, c * by, d * by, e * by, f * by];
}

/** Whether the corners of both boxes are at the same places. */
function isSame(one: PlacedBox, other: PlacedBox): boolean {
  const [corners, others] = [cornersOf(one), cornersOf(other)];
  return corners.every((value, index) => Math.abs(value - others[index]!) < SAME_PX);
}

/** The coordinates of three corners, which give the fourth. */
function cornersOf({ box: { width, height }, matrix: [a, b, c, d, e, f] }: PlacedBox): readonly number[] {
  return [e, f, a * width + e, b * width + f, c * height + e, d * height + f];
}
