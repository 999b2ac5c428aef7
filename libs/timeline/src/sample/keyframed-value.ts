import { isCssColor, type LayerKind, lengthPx, type Size } from '#libs/document';
import { rangeOf, type ResolvedLayer, snakeCase } from '#libs/template';
import { mixedColor } from '../animations/color.js';
import { easingOf } from '../animations/easing.js';
import type { Sound } from '../compile/timeline.js';

/** A keyframe of any property. */
interface Keyframe {
  time: number;
  value: number | string;
  easing?: string;
}

type Track = readonly Keyframe[];

/** Cache of the tracks in order of time. */
const sorted = new WeakMap<Track, Track>();

/**
 * The layer `timeS` seconds after its start: keyframed properties have their value at that instant. The first keyframe
 * applies before its time, the last one after it. Overshooting easings are clamped to the range of the property.
 */
export function atTime<L extends ResolvedLayer>(layer: L, timeS: number, parent: Size): L {
  if (!layer.keyframes) return layer;
  const values = tracksOf(layer).map(([property, track]): [string, number | string] => {
    const value = valueAt(track, timeS, property === 'x' || property === 'width' ? parent.width : parent.height);
    return [property, typeof value === 'number' ? fitted(value, layer.type, property) : value];
  });
  const changed: object = Object.fromEntries(values);
  return { ...layer, ...changed };
}

/** The gain of a sound `timeS` seconds after its start. */
export function volumeAt(
  { volume, volumeKeyframes }: Pick<Sound, 'volume' | 'volumeKeyframes'>,
  timeS: number,
): number {
  if (!volumeKeyframes) return volume;
  return fitted(Number(valueAt(volumeKeyframes, timeS, 0)), 'video', 'volume');
}

/** The layer at the place of its last keyframes, with the largest scale of all of them. */
export function atRest<L extends ResolvedLayer>(layer: L): L {
  const places = tracksOf(layer).filter(([property]) => PLACES.has(property));
  const last: object = Object.fromEntries(places.map(([property, track]) => [property, inOrder(track).at(-1)!.value]));
  const scales = layer.keyframes?.['scale']?.map((frame) => Number(frame.value));
  const largest = scales && { scale: fitted(Math.max(...scales), layer.type, 'scale') };
  return { ...layer, ...last, ...largest };
}

/** Whether keyframes change what is seen of the layer `timeS` seconds after its start. */
export function isBetweenKeyframes(layer: ResolvedLayer, timeS: number): boolean {
  return tracksOf(layer).some(([property, track]) => {
    const frames = inOrder(track);
    return property !== 'volume' && timeS >= frames[0]!.time && timeS < frames.at(-1)!.time;
  });
}

/**
 * The largest scale between the keyframes around an instant, as a share of the largest of all, 0..1; undefined for a layer
 * whose scale has no keyframes.
 */
export function scaleShare({ keyframes }: ResolvedLayer, timeS: number): number | undefined {
  const track = keyframes?.['scale'];
  if (!track) return undefined;
  const frames = inOrder(track);
  const next = frames.findIndex((frame) => frame.time > timeS);
  const around = next < 0 ? frames.slice(-1) : frames.slice(Math.max(0, next - 1), next + 1);
  const largest = (of: Track): number => Math.max(...of.map(({ value }) => Number(value)));
  const most = largest(frames);
  return most > 0 ? Math.min(1, Math.max(0, largest(around) / most)) : 1;
}

/** Names of the properties that the keyframes of a layer change. */
export function changedProperties(layer: ResolvedLayer): string[] {
  return tracksOf(layer).map(([property]) => property);
}

const PLACES: ReadonlySet<string> = new Set(['x', 'y', 'anchorX', 'anchorY', 'rotation']);

function tracksOf({ keyframes }: ResolvedLayer): [string, Track][] {
  return keyframes ? Object.entries(keyframes) : [];
}

/** Clamps to the range of the property, and rounds if it accepts whole numbers only. */
function fitted(value: number, kind: LayerKind, property: string): number {
  const { min, max, step } = rangeOf(kind, snakeCase(property));
  const within = Math.min(max, Math.max(min, value));
  return step === undefined ? within : Math.round(within / step) * step;
}

function inOrder(track: Track): Track {
  const frames = sorted.get(track) ?? track.toSorted((a, b) => a.time - b.time);
  sorted.set(track, frames);
  return frames;
}

function valueAt(track: Track, timeS: number, parentPx: number): number | string {
  const frames = inOrder(track);
  const next = frames.findIndex((frame) => frame.time > timeS);
  const from = frames.at(next === -1 ? -1 : Math.max(0, next - 1))!;
  if (next <= 0) return inPixels(from.value, parentPx);
  const to = frames[next]!;
  const progress = easingOf(from.easing)((timeS - from.time) / (to.time - from.time));
  return between(from.value, to.value, progress, parentPx);
}

function between(from: number | string, to: number | string, progress: number, parentPx: number): number | string {
  if (isCssColor(from) && isCssColor(to)) return mixedColor(from, to, Math.min(1, Math.max(0, progress)));
  const start = lengthPx(from, parentPx);
  return start + (lengthPx(to, parentPx) - start) * progress;
}

function inPixels(value: number | string, parentPx: number): number | string {
  return isCssColor(value) ? value : lengthPx(value, parentPx);
}
