import { rounded } from '../rounded.js';
import { type Json, type JsonObject, objectOf, without } from '../json-path.js';

/** A keyframe of one property. `time` is in seconds since the start of the layer. */
export type KeyframeJson = {
  readonly time: number;
  readonly value: Json;
  readonly easing?: string;
};

/** Keyframes that are nearer than this count as the same, s: half a frame at 50 fps. */
const SAME_S = 0.01;

export function keyframesOf(layer: JsonObject, property: string): readonly KeyframeJson[] {
  return (tracksOf(layer)[property] ?? []) as readonly KeyframeJson[];
}

/** The properties that have keyframes. */
export function propertiesWithKeyframes(layer: JsonObject): readonly string[] {
  return Object.keys(tracksOf(layer));
}

function tracksOf(layer: JsonObject): JsonObject {
  return objectOf(layer['keyframes']) ?? {};
}

/** The layer with `value` at `time`: in place of the keyframe there, or as a new one. */
export function withKeyframe(layer: JsonObject, property: string, time: number, value: Json): JsonObject {
  const at = Math.max(0, rounded(time, 2));
  const former = keyframesOf(layer, property).find((keyframe) => Math.abs(keyframe.time - at) < SAME_S);
  const others = keyframesOf(layer, property).filter((keyframe) => keyframe !== former);
  return withKeyframes(layer, property, [...others, { ...former, time: former?.time ?? at, value }]);
}

/** The layer with the keyframe at `index` changed. A keyframe that is moved to the time of another replaces it. */
export function changedKeyframe(
  layer: JsonObject,
  property: string,
  index: number,
  change: Partial<KeyframeJson>,
): JsonObject {
  const keyframes = keyframesOf(layer, property);
  const former = keyframes[index];
  if (!former) return layer;
  const changed = { ...former, ...change };
  const moved = { ...changed, time: Math.max(0, rounded(changed.time, 2)) };
  const others = keyframes.filter(
    (keyframe, position) => position !== index && Math.abs(keyframe.time - moved.time) >= SAME_S,
  );
  return withKeyframes(layer, property, [...others, moved]);
}

/** The layer without the keyframe. With the last one, the property has no keyframes any more. */
export function withoutKeyframe(layer: JsonObject, property: string, index: number): JsonObject {
  return withKeyframes(layer, property, keyframesOf(layer, property).toSpliced(index, 1));
}

/**
 * Sets the keyframes of a property in the order of time. The last one has no easing: an easing is about the way to the
 * next one.
 */
function withKeyframes(layer: JsonObject, property: string, keyframes: readonly KeyframeJson[]): JsonObject {
  const ordered = keyframes.toSorted((one, other) => one.time - other.time).map(withoutLastEasing);
  const others = without(tracksOf(layer), property);
  const all = ordered.length === 0 ? others : { ...others, [property]: ordered };
  return Object.keys(all).length === 0 ? without(layer, 'keyframes') : { ...layer, keyframes: all };
}

function withoutLastEasing(keyframe: KeyframeJson, index: number, all: readonly KeyframeJson[]): KeyframeJson {
  const { time, value } = keyframe;
  return index < all.length - 1 ? keyframe : { time, value };
}
