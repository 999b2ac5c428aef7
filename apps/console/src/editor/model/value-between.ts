import { type Json, type KeyframeJson, rounded } from '#libs/document';
import { type Curve, curveOf } from './easing-curve.ts';

/**
 * The value of a property at a time of its layer, as a field shows it. Easings that are no single curve count as linear,
 * and values that are no number to `inNumber` change at their keyframes.
 */
export function valueBetween(
  track: readonly KeyframeJson[],
  time: number,
  inNumber: (value: Json) => number | undefined,
): Json {
  const frames = track.toSorted((one, other) => one.time - other.time);
  const next = frames.findIndex((frame) => frame.time > time);
  const from = frames[next < 0 ? frames.length - 1 : Math.max(0, next - 1)]!;
  const to = frames[next];
  const [start, end] = [inNumber(from.value), to && inNumber(to.value)];
  if (next <= 0 || !to || start === undefined || end === undefined) return from.value;
  const share = eased(curveOf(from.easing ?? 'ease-out'), (time - from.time) / (to.time - from.time));
  return rounded(start + (end - start) * share, 2);
}

/** The value of a curve at a share of its time, found by halving. */
function eased(curve: Curve | undefined, share: number): number {
  if (!curve) return share;
  const [x1, y1, x2, y2] = curve;
  let [low, high] = [0, 1];
  for (let step = 0; step < 24; step++) {
    const middle = (low + high) / 2;
    if (along(middle, x1, x2) < share) low = middle;
    else high = middle;
  }
  return along(low, y1, y2);
}

function along(at: number, first: number, second: number): number {
  const rest = 1 - at;
  return 3 * rest * rest * at * first + 3 * rest * at * at * second + at ** 3;
}
