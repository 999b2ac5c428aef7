import {
  type Box,
  boxOf,
  IDENTITY,
  invert,
  layerAt,
  type LayerPath,
  type Matrix,
  matrixOfBox,
  moved,
  multiply,
  parentSize,
  pivotOf,
  type Point,
  type Size,
} from '#libs/document';
import { documentOf, type EditorState } from '../model/editor-state.ts';

/** A box of a size in pixels, and its map to the pixels of the frame or of its parent. */
export interface PlacedBox {
  readonly size: Size;
  readonly matrix: Matrix;
}

/** The box of a layer in its parent as the frame shows it at the playhead. */
export function boxInParent(state: EditorState, path: LayerPath): PlacedBox {
  const layer = layerAt(documentOf(state), path)!;
  const box = boxOf(layer, parentSize(documentOf(state), path));
  const motion = path[1] === state.page ? state.motions.get(layer.name) : undefined;
  const size = { width: box.width, height: box.height };
  if (!motion) return { size, matrix: matrixOfBox(box) };
  // Changes made since the preview placed the layer have moved it in the same way.
  const [pivot, former] = [pivotOf(box), pivotOf(motion.own)];
  return {
    size: {
      width: Math.max(0, motion.size.width + size.width - motion.own.width),
      height: Math.max(0, motion.size.height + size.height - motion.own.height),
    },
    matrix: moved(motion.matrix, pivot.x - former.x, pivot.y - former.y),
  };
}

/** The box of a layer in the frame. */
export function boxInFrame(state: EditorState, path: LayerPath): PlacedBox {
  const { size, matrix } = boxInParent(state, path);
  return { size, matrix: multiply(parentMatrix(state, path), matrix) };
}

/** The map from the parent of a layer, the page or a group, to the frame. */
export function parentMatrix(state: EditorState, path: LayerPath): Matrix {
  let matrix = IDENTITY;
  for (let depth = 4; depth < path.length; depth += 2) {
    matrix = multiply(matrix, boxInParent(state, path.slice(0, depth)).matrix);
  }
  return matrix;
}

/** The box of a layer in its parent as the frame shows it, about the anchor that the document gives it. */
export function shownBox(state: EditorState, path: LayerPath): Box {
  const own = boxOf(layerAt(documentOf(state), path)!, parentSize(documentOf(state), path));
  const { size, matrix } = boxInParent(state, path);
  const [a, b] = matrix;
  const pivot = mapped(matrix, { x: own.anchorX * size.width, y: own.anchorY * size.height });
  return {
    ...own,
    ...size,
    x: pivot.x - own.anchorX * size.width,
    y: pivot.y - own.anchorY * size.height,
    rotation: (Math.atan2(b, a) * 180) / Math.PI,
    scale: Math.hypot(a, b),
  };
}

/** A point of the frame, in the coordinates of a layer's parent. */
export function pointInParent(state: EditorState, path: LayerPath, point: Point): Point {
  return mapped(invert(parentMatrix(state, path)) ?? IDENTITY, point);
}

/** A distance in the frame, as one in the coordinates of a layer's parent. */
export function wayInParent(state: EditorState, path: LayerPath, { x, y }: Point): Point {
  const [a, b, c, d] = invert(parentMatrix(state, path)) ?? IDENTITY;
  return { x: a * x + c * y, y: b * x + d * y };
}

/** Whether a point of the frame lies in the box of a selected layer. */
export function isOnSelection(state: EditorState, point: Point): boolean {
  return state.selection.some((path) => {
    const { size, matrix } = boxInFrame(state, path);
    const inverse = invert(matrix);
    const { x, y } = inverse ? mapped(inverse, point) : { x: -1, y: -1 };
    return x >= 0 && y >= 0 && x <= size.width && y <= size.height;
  });
}

/** A point that a matrix maps. */
export function mapped([a, b, c, d, e, f]: Matrix, { x, y }: Point): Point {
  return { x: a * x + c * y + e, y: b * x + d * y + f };
}
