/** An interval of time, seconds. */
export interface Interval {
  fromS: number;
  toS: number;
}

/**
 * Joins intervals whose pauses are short.
 *
 * @param intervals ordered by their starts
 */
export function joinIntervals(intervals: readonly Interval[], isShort: (pauseS: number) => boolean): Interval[] {
  const joined: Interval[] = [];
  for (const next of intervals) {
    const last = joined.at(-1);
    if (last && isShort(next.fromS - last.toS)) last.toS = Math.max(last.toS, next.toS);
    else joined.push({ ...next });
  }
  return joined;
}
