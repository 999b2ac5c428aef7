import { type Interval, joinIntervals } from './intervals.js';

/** −12 dB, as a factor. */
const DUCKED_GAIN = 10 ** (-12 / 20);
/** Duration of the fades before and after a voice, seconds. */
const DUCK_RAMP_S = 0.3;

/**
 * The gain of the bed over time as an ffmpeg expression in `t` (seconds): 1, and −12 dB during the intervals `loud`, with
 * linear ramps before and after. Null without such intervals.
 */
export function duckingExpression(loud: readonly Interval[]): string | null {
  const sorted = loud.filter(({ fromS, toS }) => toS > fromS).sort((a, b) => a.fromS - b.fromS);
  // Where ramps would overlap, so that at most one ramp is above 0 at any time and their sum is at most 1.
  const stretches = joinIntervals(sorted, (pauseS) => pauseS <= 2 * DUCK_RAMP_S);
  if (stretches.length === 0) return null;
  const depth = (1 - DUCKED_GAIN).toFixed(4);
  const ramps = stretches.map(({ fromS, toS }) => {
    const down = `(t-${seconds(fromS - DUCK_RAMP_S)})/${DUCK_RAMP_S}`;
    const up = `(${seconds(toS + DUCK_RAMP_S)}-t)/${DUCK_RAMP_S}`;
    return `clip(min(${down},${up}),0,1)`;
  });
  return `1-${depth}*(${ramps.join('+')})`;
}

/** A number for an ffmpeg expression; negative ones in parentheses. */
function seconds(value: number): string {
  return value < 0 ? `(${value.toFixed(6)})` : value.toFixed(6);
}
