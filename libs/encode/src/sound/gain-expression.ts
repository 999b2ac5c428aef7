/** A gain at a time, seconds. */
export interface GainPoint {
  timeS: number;
  gain: number;
}

/** Error of a gain that is below the threshold of perception: 0.03 dB at full volume. */
const TOLERANCE = 0.004;

/**
 * A gain over time as an ffmpeg expression in `t` (seconds): the fewest lines that approximate all points, but at most
 * `maxLines`. After the last point the gain is constant.
 *
 * @param points ≥ 2, the first at 0, ascending by time, no two at the same time
 */
export function gainExpression(points: readonly GainPoint[], maxLines: number): string {
  let corners = cornersOf(points, TOLERANCE);
  for (let tolerance = 2 * TOLERANCE; corners.length > maxLines; tolerance *= 2) corners = cornersOf(points, tolerance);
  return within(corners, 0, corners.length);
}

/** Nested conditions: evaluating one of n lines takes log n steps. */
function within(corners: readonly GainPoint[], from: number, to: number): string {
  if (to - from === 1) return line(corners[from]!, corners[from + 1]);
  const middle = Math.ceil((from + to) / 2);
  const until = corners[middle]!.timeS.toFixed(4);
  return `if(lt(t,${until}),${within(corners, from, middle)},${within(corners, middle, to)})`;
}

function line({ timeS, gain }: GainPoint, next: GainPoint | undefined): string {
  if (!next || next.gain === gain) return gain.toFixed(4);
  const slope = (next.gain - gain) / (next.timeS - timeS);
  return `${gain.toFixed(4)}+(${slope.toFixed(8)})*(t-${timeS.toFixed(4)})`;
}

/** Simplifies a polyline (Ramer–Douglas–Peucker); keeps its first and last point. */
function cornersOf(points: readonly GainPoint[], tolerance: number): GainPoint[] {
  const kept = new Set([0, points.length - 1]);
  const stretches: [from: number, to: number][] = [[0, points.length - 1]];
  for (let next = stretches.pop(); next; next = stretches.pop()) {
    const [from, to] = next;
    const farthest = farthestFrom(points, from, to);
    if (farthest.distance <= tolerance) continue;
    kept.add(farthest.index);
    stretches.push([from, farthest.index], [farthest.index, to]);
  }
  return [...kept].sort((a, b) => a - b).map((index) => points[index]!);
}

function farthestFrom(points: readonly GainPoint[], from: number, to: number): { index: number; distance: number } {
  const [start, end] = [points[from]!, points[to]!];
  let farthest = { index: from, distance: 0 };
  for (let index = from + 1; index < to; index++) {
    const { timeS, gain } = points[index]!;
    const share = (timeS - start.timeS) / (end.timeS - start.timeS);
    const distance = Math.abs(gain - (start.gain + (end.gain - start.gain) * share));
    if (distance > farthest.distance) farthest = { index, distance };
  }
  return farthest;
}
