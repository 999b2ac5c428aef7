import { SAMPLE_RATE_HZ } from '../encode-plan.js';

/** The gain of a mix, and the limit of its peaks. */
export interface SoundLevel {
  /** Gain of the whole mix, dB. */
  gainDb: number;
  /** True peak above which it is limited, dB of full scale. */
  ceilingDb: number;
}

/** A gain, and the loudness that the mix has with it; null for one that is too quiet or too short to have any. */
export interface MeasuredGain {
  gainDb: number;
  loudnessLufs: number | null;
}

/** Four times the rate, at which samples are true peaks (ITU-R BS.1770, annex 2). */
export const TRUE_PEAK_RATE_HZ = 4 * SAMPLE_RATE_HZ;
/** True peak of a finished sound, dB of full scale, at most: platforms ask for it. */
const MAX_TRUE_PEAK_DB = -1;
/** The level that is tried first: the mix as it is. Encoders add up to half a decibel to the peaks of most mixes. */
export const FIRST_LEVEL: SoundLevel = { gainDb: 0, ceilingDb: MAX_TRUE_PEAK_DB - 0.5 };
/** Gain at most: a sound that needs more is noise, or its silence is. */
const MAX_GAIN_DB = 30;
/** LU that a mix gains for each dB, at least: less means that the limiter takes nearly all of it. */
const LEAST_SLOPE = 0.2;
const MAX_MEASUREMENTS = 6;

/**
 * The gain to try next for a mix that should have a loudness, by what was measured so far; null if the last one is kept:
 * it is near enough, the greatest, or that of silence. The limiter takes some of a gain, so the slope between two measurements
 * is used.
 *
 * @param measured ≥ 1, the newest last
 */
export function nextGainDb(
  measured: readonly MeasuredGain[],
  { wantedLufs, toleranceLu }: { wantedLufs: number; toleranceLu: number },
): number | null {
  const { gainDb, loudnessLufs } = measured.at(-1)!;
  if (loudnessLufs === null || measured.length >= MAX_MEASUREMENTS) return null;
  const missing = wantedLufs - loudnessLufs;
  if (Math.abs(missing) <= toleranceLu) return null;
  const next = Math.min(MAX_GAIN_DB, gainDb + missing / slope(measured));
  return next === gainDb ? null : next;
}

/** LU for each dB of gain, between the last two measurements. */
function slope(measured: readonly MeasuredGain[]): number {
  const [before, last] = measured.slice(-2);
  if (!before || !last || last.gainDb === before.gainDb) return 1;
  const found = (last.loudnessLufs! - before.loudnessLufs!) / (last.gainDb - before.gainDb);
  return Math.min(1, Math.max(LEAST_SLOPE, found));
}

/** The least ceiling that ffmpeg's limiter takes, dB. */
const MIN_CEILING_DB = -24;

/**
 * The level for a sound whose true peak is too high once it is encoded; null if it is not. Each time takes at least twice as
 * much from the ceiling, so that the least one is reached after eight times.
 *
 * @param lowered how often the ceiling was lowered before
 * @throws RangeError if the sound is above the limit even with the least ceiling, which no encoder makes of a limited sound
 */
export function lowerLevel(level: SoundLevel, truePeakDb: number, lowered: number): SoundLevel | null {
  const excessDb = truePeakDb - MAX_TRUE_PEAK_DB;
  if (excessDb <= 0) return null;
  if (level.ceilingDb === MIN_CEILING_DB)
    throw new RangeError(
      `a sound limited to ${MIN_CEILING_DB} dB has a true peak of ${truePeakDb} dB once it is encoded`,
    );
  const ceilingDb = level.ceilingDb - excessDb - 0.1 * 2 ** lowered;
  return { ...level, ceilingDb: Math.max(MIN_CEILING_DB, ceilingDb) };
}
