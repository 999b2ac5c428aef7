import {
  boxOf,
  cornersOf,
  type JsonObject,
  keyframesOf,
  layerAt,
  type LayerPath,
  parentSize,
  type Point,
  rounded,
  withKeyframe,
  withValue,
} from '#libs/document';
import { documentOf, type EditorState } from '../model/editor-state.ts';
import { keyedPixels } from '../model/layers-property.ts';
import { mapped, parentMatrix, wayInParent } from './frame-box.ts';

/** The way of the middle of a layer whose place has keyframes, in the frame. */
interface MotionPath {
  readonly line: readonly Point[];
  /** Its places at the keyframes, and their seconds of the layer. */
  readonly points: readonly (Point & { readonly time: number })[];
}

/** Straight parts of the line. */
const PARTS = 60;
const PLACES = ['x', 'y'] as const;

/** Undefined for a layer that does not move. */
export function motionPath(state: EditorState, path: LayerPath): MotionPath | undefined {
  const layer = layerAt(documentOf(state), path);
  const times = layer ? timesOf(layer) : [];
  const [first, last] = [times[0], times.at(-1)];
  if (!layer || first === undefined || last === undefined || first === last) return undefined;
  const matrix = parentMatrix(state, path);
  const placeAt = (time: number) => mapped(matrix, middleAt(documentOf(state), path, time));
  return {
    line: Array.from({ length: PARTS + 1 }, (_, part) => placeAt(first + ((last - first) * part) / PARTS)),
    points: times.map((time) => ({ ...placeAt(time), time })),
  };
}

/** The document in which the layer is elsewhere at the time of a keyframe, by a distance in the frame. */
export function withPointMoved(state: EditorState, path: LayerPath, time: number, by: Point): JsonObject {
  const document = documentOf(state);
  const way = wayInParent(state, path, by);
  return PLACES.reduce((result, name) => {
    const value = keyedPixels(document, path, name, time);
    if (value === undefined || way[name] === 0) return result;
    return withValue(result, path, withKeyframe(layerAt(result, path)!, name, time, rounded(value + way[name], 0)));
  }, document);
}

function timesOf(layer: JsonObject): readonly number[] {
  const times = PLACES.flatMap((name) => keyframesOf(layer, name).map(({ time }) => time));
  return [...new Set(times)].sort((one, other) => one - other);
}

function middleAt(document: JsonObject, path: LayerPath, time: number): Point {
  const layer = layerAt(document, path)!;
  const places = PLACES.flatMap((name): [string, number][] => {
    const value = keyedPixels(document, path, name, time);
    return value === undefined ? [] : [[name, value]];
  });
  const [nw, , se] = cornersOf(boxOf({ ...layer, ...Object.fromEntries(places) }, parentSize(document, path)));
  return { x: (nw.x + se.x) / 2, y: (nw.y + se.y) / 2 };
}
