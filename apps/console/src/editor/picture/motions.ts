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
import { pathOfField } from '../../api/field-path.ts';
import type { VideoPage } from './place.ts';

/** The places of the layers of a frame. */
export interface PlacedFrame {
  readonly document: JsonObject;
  /** The layers, groups before their layers; in pixels of the picture. */
  readonly layers: readonly DrawnLayer[];
  /** The pages of the video. */
  readonly pages: readonly VideoPage[];
  /** Seconds of the layers whose durations follow from their content, by their fields in the document. */
  readonly durations: Readonly<Record<string, number>>;
  /** Pixels of the picture for each pixel of the document. */
  readonly scale: number;
}

interface PlacedBox {
  readonly box: Size;
  /** Maps the box to the picture, or to the layer's parent. */
  readonly matrix: Matrix;
}

interface DrawnLayer extends PlacedBox {
  /** The field of the layer in the video: `pages[0].layers[2]`. */
  readonly key: string;
  /** Its field in the document. */
  readonly source: string;
}

/** A difference that cannot be seen, pixels of the frame. */
const SAME_PX = 0.01;

/**
 * The layers of a page that a keyframe, an animation or the layout shows elsewhere than their own properties put them, by
 * name. Of several copies of a layer, the first.
 */
export function motionsOf(
  { document, layers, scale }: Omit<PlacedFrame, 'pages' | 'durations'>,
  page: number,
): EditorState['motions'] {
  const seen = new Set<string>();
  const inFrame = new Map<string, Matrix>();
  const motions = new Map<string, LayerMotion>();
  for (const { key, source, box, matrix } of layers) {
    const [path, drawn] = [pathOfField(source), pathOfField(key)];
    const layer = path[1] === page ? layerAt(document, path) : undefined;
    if (!layer) continue;
    const own = boxOf(layer, parentSize(document, path));
    const whole = scaled(matrix, 1 / scale);
    inFrame.set(drawn.join('.'), whole);
    if (seen.has(source)) continue;
    seen.add(source);
    const parent = inFrame.get(drawn.slice(0, -2).join('.')) ?? IDENTITY;
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
