import {
  AXES,
  boxOf,
  isAcross,
  isLengthLike,
  type Json,
  type JsonObject,
  keyframesOf,
  layerAt,
  type LayerPath,
  lengthPx,
  parentSize,
  rounded,
  sameJson,
  withBox,
  withKeyframe,
  withoutKeyframe,
  withoutValue,
  withValue,
} from '#libs/document';
import { documentOf, edit, type EditorState, timeOf } from './editor-state.ts';
import { valueBetween } from './value-between.ts';

/** The value that several layers have in common at the playhead. */
export interface CommonValue {
  /** Undefined if no layer has one, or if they differ. */
  readonly value: Json | undefined;
  readonly differs: boolean;
  /** The effective value of a place or a size that is not given as a number, in pixels. */
  readonly measured: number | undefined;
  /** The keyframes: none, some, or one at the playhead. */
  readonly keys: 'none' | 'some' | 'here';
}

/** Differences of time below which a keyframe is at the playhead, s. */
const HERE_S = 0.01;

const MEASURES = new Set<string>(['x', 'y', 'width', 'height']);

export function commonValue(state: EditorState, layers: readonly LayerPath[], name: string): CommonValue {
  const values = layers.map((path) => valueOf(state, path, name));
  const [first] = values;
  const differs = values.some((value) => !sameJson(value, first));
  const keys = layers.map((path) => keysOf(state, path, name));
  return {
    value: differs ? undefined : first,
    differs,
    measured: layers.length === 1 && first === undefined ? measured(state, layers[0]!, name) : undefined,
    keys: keys.every((each) => each === 'here') ? 'here' : keys.some((each) => each !== 'none') ? 'some' : 'none',
  };
}

/** The state in which all layers have the value; undefined clears it. A property with keyframes gets one at the playhead. */
export function withCommonValue(
  state: EditorState,
  layers: readonly LayerPath[],
  { name, value, label }: { name: string; value: Json | undefined; label: string },
): EditorState {
  const document = layers.reduce((result, path) => changed(state, result, path, { name, value }), documentOf(state));
  return edit(state, { document, label, gesture: `change ${name} ${layers.join(' ')}` });
}

/** Adds a keyframe of the property at the playhead to each layer, or removes those that are there. */
export function withToggledKey(
  state: EditorState,
  layers: readonly LayerPath[],
  { name, otherwise, label }: { name: string; otherwise: Json; label: string },
): EditorState {
  const { keys } = commonValue(state, layers, name);
  const document = layers.reduce((result, path) => {
    const layer = layerAt(documentOf(state), path)!;
    const at = keyframesOf(layer, name).findIndex(({ time }) => Math.abs(time - layerTime(state, layer)) < HERE_S);
    if (keys === 'here') return withValue(result, path, withoutKeyframe(layer, name, at));
    const value = valueOf(state, path, name) ?? measured(state, path, name) ?? otherwise;
    return withValue(result, path, withKeyframe(layer, name, layerTime(state, layer), value));
  }, documentOf(state));
  return edit(state, { document, label });
}

/** Seconds of a layer at the playhead. */
export function layerTime(state: EditorState, layer: JsonObject): number {
  const start = typeof layer['start'] === 'number' ? layer['start'] : 0;
  return rounded(Math.max(0, timeOf(state) - start), 2);
}

function changed(
  state: EditorState,
  document: JsonObject,
  path: LayerPath,
  { name, value }: { name: string; value: Json | undefined },
): JsonObject {
  const layer = layerAt(document, path)!;
  if (keyframesOf(layer, name).length > 0 && value !== undefined) {
    return withValue(document, path, withKeyframe(layer, name, layerTime(state, layer), value));
  }
  const isPlace = (name === 'x' || name === 'y') && typeof value === 'number';
  if (isPlace && hasConstraint(layer, name)) {
    return withBox(document, path, { ...boxOf(layer, parentSize(document, path)), [name]: value });
  }
  return value === undefined ? withoutValue(document, [...path, name]) : withValue(document, [...path, name], value);
}

function valueOf(state: EditorState, path: LayerPath, name: string): Json | undefined {
  const layer = layerAt(documentOf(state), path);
  if (!layer) return undefined;
  const track = keyframesOf(layer, name);
  if (track.length > 0) return valueBetween(track, layerTime(state, layer), pixelsIn(documentOf(state), path, name));
  return layer[name];
}

/** A function that gives the pixels of a length of a property; undefined for any other value. */
export function pixelsIn(document: JsonObject, path: LayerPath, name: string): (value: Json) => number | undefined {
  const parent = parentSize(document, path);
  const whole = isAcross(name) ? parent.width : parent.height;
  return (value) => (isLengthLike(value) ? lengthPx(value, whole, parent.frame ?? parent) : undefined);
}

/** The pixels of a property with keyframes at a time of its layer, s; undefined without keyframes, and for other values. */
export function keyedPixels(document: JsonObject, path: LayerPath, name: string, time: number): number | undefined {
  const track = keyframesOf(layerAt(document, path)!, name);
  const pixels = pixelsIn(document, path, name);
  return track.length > 0 ? pixels(valueBetween(track, time, pixels)) : undefined;
}

function keysOf(state: EditorState, path: LayerPath, name: string): CommonValue['keys'] {
  const layer = layerAt(documentOf(state), path);
  const track = layer ? keyframesOf(layer, name) : [];
  if (!layer || track.length === 0) return 'none';
  return track.some(({ time }) => Math.abs(time - layerTime(state, layer)) < HERE_S) ? 'here' : 'some';
}

/** Whether distances place the layer in the direction of `name`. */
function hasConstraint(layer: JsonObject, name: string): boolean {
  const distances = AXES.find(([place]) => place === name)?.slice(2) ?? [];
  return distances.some((each) => layer[each] !== undefined);
}

function measured(state: EditorState, path: LayerPath, name: string): number | undefined {
  const layer = MEASURES.has(name) ? layerAt(documentOf(state), path) : undefined;
  if (!layer) return undefined;
  const { x, y, width, height } = boxOf(layer, parentSize(documentOf(state), path));
  return rounded({ x, y, width, height }[name] ?? 0, 1);
}
