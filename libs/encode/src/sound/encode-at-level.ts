import { loudnessOfFile, loudnessOfMix, truePeakDb } from './measure-sound.js';
import type { SoundGraph } from './sound-graph.js';
import { FIRST_LEVEL, lowerLevel, type MeasuredGain, nextGainDb, type SoundLevel } from './sound-level.js';

/** Distances from the wanted loudness that are not corrected. */
const MIX_TOLERANCE_LU = 0.2;
const ENCODED_TOLERANCE_LU = 0.4;

/** The graph of a mix at a level. */
export type MixAt = (level: SoundLevel) => SoundGraph;

interface LevelWork {
  mixAt: MixAt;
  /** Absent: the mix keeps its loudness. */
  loudnessLufs?: number | undefined;
  ffmpeg: string;
  signal?: AbortSignal | undefined;
}

/** An encoded mix, and a file that has it. */
interface Encoded<T> {
  encoded: T;
  file: string;
}

/**
 * Encodes a mix as loud as asked, and within the limit of true peaks. An encoder changes both, so they are measured in what a
 * decoder makes of it, and the mix is encoded again at another level where they are wrong: at most six times for its loudness,
 * and nine times for its peaks.
 *
 * @throws FfmpegError, RangeError as {@link lowerLevel}, what `encode` throws, or the signal's reason after an abort
 */
export async function encodeAtLevel<T>(work: LevelWork, encode: (mix: SoundGraph) => Promise<Encoded<T>>): Promise<T> {
  const wantedLufs = work.loudnessLufs;
  let level = wantedLufs === undefined ? FIRST_LEVEL : await levelOfMix(work, wantedLufs);
  let lowered = 0;
  const decoded: MeasuredGain[] = [];
  for (;;) {
    const { encoded, file } = await encode(work.mixAt(level));
    const lower = lowerLevel(level, await truePeakDb(file, work), lowered);
    let gainDb: number | null = null;
    if (wantedLufs !== undefined) {
      decoded.push({ gainDb: level.gainDb, loudnessLufs: await loudnessOfFile(file, work) });
      gainDb = nextGainDb(decoded, { wantedLufs, toleranceLu: ENCODED_TOLERANCE_LU });
    }
    if (!lower && gainDb === null) return encoded;
    if (lower) lowered++;
    level = { ...(lower ?? level), gainDb: gainDb ?? level.gainDb };
  }
}

/** The level at which the mix is as loud as asked. Encoding takes ten times as long as mixing. */
async function levelOfMix(work: LevelWork, wantedLufs: number): Promise<SoundLevel> {
  const mixed: MeasuredGain[] = [];
  let level = FIRST_LEVEL;
  for (let gainDb: number | null = level.gainDb; gainDb !== null;) {
    level = { ...level, gainDb };
    mixed.push({ gainDb, loudnessLufs: await loudnessOfMix(work.mixAt(level), work) });
    gainDb = nextGainDb(mixed, { wantedLufs, toleranceLu: MIX_TOLERANCE_LU });
  }
  return level;
}
