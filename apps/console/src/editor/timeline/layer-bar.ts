import { rounded } from '../document/geometry.ts';
import { type JsonObject, without } from '../document/json-path.ts';

/** The time for which a layer is shown, in seconds of its page. */
export interface LayerBar {
  readonly from: number;
  readonly to: number;
  /** Whether the layer ends with its page, because it has no duration of its own. */
  readonly open: boolean;
  /** Seconds that its entrance and its exit take; 0 without one. */
  readonly enterS: number;
  readonly exitS: number;
}

const DEFAULT_ANIMATION_S = 0.5;
/** The shortest time that a layer is shown by dragging its ends. */
const SHORTEST_S = 0.1;

export function layerBar(layer: JsonObject, pageS: number): LayerBar {
  const from = secondsOf(layer['start'], 0);
  const open = typeof layer['duration'] !== 'number';
  const to = open ? pageS : from + secondsOf(layer['duration'], 0);
  const enter = layer['enter'] as JsonObject | undefined;
  const exit = layer['exit'] as JsonObject | undefined;
  return {
    from,
    to: Math.max(from, Math.min(to, pageS)),
    open,
    enterS: enter ? secondsOf(enter['delay'], 0) + secondsOf(enter['duration'], DEFAULT_ANIMATION_S) : 0,
    exitS: exit ? secondsOf(exit['duration'], DEFAULT_ANIMATION_S) : 0,
  };
}

/** The layer, shown `by` seconds later. A layer of a duration of its own keeps it, within the page. */
export function shifted(layer: JsonObject, by: number, pageS: number): JsonObject {
  const { from, to, open } = layerBar(layer, pageS);
  const latest = open ? pageS - SHORTEST_S : pageS - (to - from);
  return { ...layer, start: hundredths(clamp(from + by, 0, Math.max(0, latest))) };
}

/** The layer with its start moved by `by` seconds, and its end where it was. */
export function startTrimmed(layer: JsonObject, by: number, pageS: number): JsonObject {
  const { from, to, open } = layerBar(layer, pageS);
  const start = hundredths(clamp(from + by, 0, to - SHORTEST_S));
  return open ? { ...layer, start } : { ...layer, start, duration: hundredths(to - start) };
}

/** The layer with its end moved by `by` seconds. At the end of the page it has no duration of its own any more. */
export function endTrimmed(layer: JsonObject, by: number, pageS: number): JsonObject {
  const { from, to } = layerBar(layer, pageS);
  const end = clamp(to + by, from + SHORTEST_S, pageS);
  return end > pageS - 0.005 ? without(layer, 'duration') : { ...layer, duration: hundredths(end - from) };
}

/** The layer with an entrance that ends `seconds` after its start: a fade if it had none. Near 0 it has none. */
export function enterChanged(layer: JsonObject, seconds: number, pageS: number): JsonObject {
  const { from, to, exitS } = layerBar(layer, pageS);
  const delay = secondsOf((layer['enter'] as JsonObject | undefined)?.['delay'], 0);
  return withAnimation(layer, 'enter', Math.min(seconds, to - from - exitS) - delay);
}

/** The layer with an exit that takes `seconds` before its end, as {@link enterChanged}. */
export function exitChanged(layer: JsonObject, seconds: number, pageS: number): JsonObject {
  const { from, to, enterS } = layerBar(layer, pageS);
  return withAnimation(layer, 'exit', Math.min(seconds, to - from - enterS));
}

const SHORTEST_ANIMATION_S = 0.05;
const LONGEST_ANIMATION_S = 60;

function withAnimation(layer: JsonObject, name: 'enter' | 'exit', seconds: number): JsonObject {
  if (seconds < SHORTEST_ANIMATION_S) return without(layer, name);
  const former = (layer[name] ?? { type: 'fade' }) as JsonObject;
  return { ...layer, [name]: { ...former, duration: hundredths(Math.min(LONGEST_ANIMATION_S, seconds)) } };
}

function secondsOf(value: unknown, fallback: number): number {
  return typeof value === 'number' ? value : fallback;
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

function hundredths(seconds: number): number {
  return rounded(seconds, 2);
}

/** Seconds between the marks of a ruler on which a second is `pixels` wide: marks are at least 60 px apart. */
export function markIntervalS(pixels: number): number {
  return [0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120].find((seconds) => seconds * pixels >= 60) ?? 300;
}
