import { isCssColor, type Keyframes, type Layer } from '#libs/template';
import { mixColors } from './color.js';
import { easingOf } from './easing.js';
import { lengthPx, type Size } from './layout.js';

/** A keyframe of any property. */
interface Keyframe {
  time: number;
  value: number | string;
  easing?: string;
}

/**
 * The layer as it is `timeS` seconds after its start: keyframed properties take their value at that instant, the rest stay.
 * The first keyframe holds before its time and the last after it.
 */
export function atTime<L extends Layer>(layer: L, timeS: number, parent: Size): L {
  if (!layer.keyframes) return layer;
  const values = Object.entries(layer.keyframes).map(([property, track]) => [
    property,
    valueAt(track as Keyframe[], timeS, property === 'x' || property === 'width' ? parent.width : parent.height),
  ]);
  return Object.assign({}, layer, Object.fromEntries(values) as object);
}

/** The layer in the place where its last keyframes leave it, as large as any of them makes it. */
export function atRest<L extends Layer>(layer: L): L {
  const { x, y, rotation, scale } = layer.keyframes ?? {};
  const last = Object.entries({ x, y, rotation }).flatMap(([property, track]) => {
    const end = track?.toSorted((a, b) => a.time - b.time).at(-1);
    return end ? [[property, end.value] as const] : [];
  });
  const largest = scale && { scale: Math.max(...scale.map((frame) => frame.value)) };
  return Object.assign({}, layer, Object.fromEntries(last) as object, largest);
}

/** Names of the properties the keyframes of a layer change. */
export function keyframedProperties(layer: Layer): (keyof Keyframes)[] {
  return Object.keys(layer.keyframes ?? {}) as (keyof Keyframes)[];
}

function valueAt(track: readonly Keyframe[], timeS: number, parentPx: number): number | string {
  const frames = track.toSorted((a, b) => a.time - b.time);
  const next = frames.findIndex((frame) => frame.time > timeS);
  const from = frames.at(next === -1 ? -1 : Math.max(0, next - 1))!;
  if (next <= 0) return from.value;
  const to = frames[next]!;
  const progress = easingOf(from.easing)((timeS - from.time) / (to.time - from.time));
  return between(from.value, to.value, progress, parentPx);
}

function between(from: number | string, to: number | string, progress: number, parentPx: number): number | string {
  if (isCssColor(from) && isCssColor(to)) return mixColors(from, to, Math.min(1, Math.max(0, progress)));
  const start = lengthPx(from, parentPx);
  return start + (lengthPx(to, parentPx) - start) * progress;
}
