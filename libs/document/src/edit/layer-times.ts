import { type JsonObject, objectOf, without } from '../json-path.js';
import { rounded } from '../rounded.js';
import { layerTimes } from '../times.js';

/** The shortest time that a layer is shown by dragging its ends. */
const SHORTEST_S = 0.1;

/** The layer, shown `by` seconds later. A layer of a duration of its own keeps it, within the page. */
export function shifted(layer: JsonObject, by: number, pageS: number): JsonObject {
  const { from, to, open } = layerTimes(layer, pageS);
  const latest = open ? pageS - SHORTEST_S : pageS - (to - from);
  return { ...layer, start: hundredths(clamp(from + by, 0, Math.max(0, latest))) };
}

/** The layer with its start moved by `by` seconds, and its end where it was. */
export function startTrimmed(layer: JsonObject, by: number, pageS: number): JsonObject {
  const { from, to, open } = layerTimes(layer, pageS);
  const start = hundredths(clamp(from + by, 0, to - SHORTEST_S));
  return open ? { ...layer, start } : { ...layer, start, duration: hundredths(to - start) };
}

/** The layer with its end moved by `by` seconds. At the end of the page it has no duration of its own any more. */
export function endTrimmed(layer: JsonObject, by: number, pageS: number): JsonObject {
  const { from, to } = layerTimes(layer, pageS);
  const end = clamp(to + by, from + SHORTEST_S, pageS);
  return end > pageS - 0.005 ? without(layer, 'duration') : { ...layer, duration: hundredths(end - from) };
}

/** The layer with an entrance that ends `seconds` after its start: a fade if it had none. Near 0 it has none. */
export function enterChanged(layer: JsonObject, seconds: number, pageS: number): JsonObject {
  const { from, to, exitS } = layerTimes(layer, pageS);
  const delay = Number(objectOf(layer['enter'])?.['delay'] ?? 0);
  return withAnimation(layer, 'enter', Math.min(seconds, to - from - exitS) - delay);
}

/** The layer with an exit that takes `seconds` before its end, as {@link enterChanged}. */
export function exitChanged(layer: JsonObject, seconds: number, pageS: number): JsonObject {
  const { from, to, enterS } = layerTimes(layer, pageS);
  return withAnimation(layer, 'exit', Math.min(seconds, to - from - enterS));
}

const SHORTEST_ANIMATION_S = 0.05;
const LONGEST_ANIMATION_S = 60;

function withAnimation(layer: JsonObject, name: 'enter' | 'exit', seconds: number): JsonObject {
  if (seconds < SHORTEST_ANIMATION_S) return without(layer, name);
  const former = objectOf(layer[name]) ?? { type: 'fade' };
  return { ...layer, [name]: { ...former, duration: hundredths(Math.min(LONGEST_ANIMATION_S, seconds)) } };
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

function hundredths(seconds: number): number {
  return rounded(seconds, 2);
}
