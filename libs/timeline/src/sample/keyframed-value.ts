import { AXES, isAcross, isCssColor, lengthPx, type Size } from '#libs/document';
import { camelCase, type PropertyRange, rangeOf, type ResolvedLayer, snakeCase } from '#libs/template';
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

/** The keyframes of a property in order of time, and the range of its numbers. */
interface KeyframedTrack {
  readonly property: string;
  /** Whether it is a length across the parent. */
  readonly isAcross: boolean;
  readonly track: Track;
  readonly range: PropertyRange;
}

/** Caches by the keyframes of a layer, and by the layer: neither changes once a document is compiled. */
const tracks = new WeakMap<object, readonly KeyframedTrack[]>();
const rested = new WeakMap<ResolvedLayer, ResolvedLayer>();

/**
 * The layer `timeS` seconds after its start: keyframed properties have their value at that instant. The first keyframe
 * applies before its time, the last one after it. Overshooting easings are clamped to the range of the property.
 */
export function atTime<L extends ResolvedLayer>(layer: L, timeS: number, parent: Size): L {
  if (!layer.keyframes) return layer;
  const now: Record<string, unknown> = { ...layer };
  for (const { property, isAcross, track, range } of tracksOf(layer)) {
    const value = valueAt(track, timeS, isAcross ? parent.width : parent.height);
    now[property] = typeof value === 'number' ? fitted(value, range) : value;
  }
  return now as unknown as L;
}

/** The gain of a sound `timeS` seconds after its start. */
export function volumeAt(
  { volume, volumeKeyframes }: Pick<Sound, 'volume' | 'volumeKeyframes'>,
  timeS: number,
): number {
  if (!volumeKeyframes) return volume;
  return fitted(Number(valueAt(volumeKeyframes, timeS, 0)), rangeOf('video', 'volume'));
}

/** The layer at the place and in the size of its last keyframes, with the largest scale of all of them: the same object at every call. */
export function atRest<L extends ResolvedLayer>(layer: L): L {
  const known = rested.get(layer) ?? findRest(layer);
  rested.set(layer, known);
  return known as L;
}

function findRest(layer: ResolvedLayer): ResolvedLayer {
  const rest: Record<string, unknown> = { ...layer };
  for (const { property, track, range } of tracksOf(layer)) {
    if (PLACES.has(property)) rest[property] = track.at(-1)!.value;
    if (property === 'scale') rest['scale'] = fitted(Math.max(...track.map(({ value }) => Number(value))), range);
  }
  return rest as unknown as ResolvedLayer;
}

/** Whether keyframes change what is seen of the layer `timeS` seconds after its start. */
export function isBetweenKeyframes(layer: ResolvedLayer, timeS: number): boolean {
  return tracksOf(layer).some(
    ({ property, track }) => property !== 'volume' && timeS >= track[0]!.time && timeS < track.at(-1)!.time,
  );
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
  return tracksOf(layer).map(({ property }) => property);
}

const PLACES: ReadonlySet<string> = new Set([...AXES.flat().map(camelCase), 'anchorX', 'anchorY', 'rotation']);

function tracksOf(layer: ResolvedLayer): readonly KeyframedTrack[] {
  if (!layer.keyframes) return [];
  const known = tracks.get(layer.keyframes) ?? findTracks(layer);
  tracks.set(layer.keyframes, known);
  return known;
}

function findTracks({ type, keyframes }: ResolvedLayer): KeyframedTrack[] {
  return Object.entries(keyframes as Record<string, Track>).map(([property, track]) => {
    const name = snakeCase(property);
    return { property, isAcross: isAcross(name), track: inOrder(track), range: rangeOf(type, name) };
  });
}

/** Clamps to a range, and rounds if it has whole numbers only. */
function fitted(value: number, { min, max, step }: PropertyRange): number {
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
