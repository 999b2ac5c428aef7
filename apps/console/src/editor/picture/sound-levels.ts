import type { VideoPage } from './place.ts';

/** Levels for a second of a short video, and for the whole of a long one. */
const LEVELS_PER_S = 50;
const MOST_LEVELS = 6_000;
/** Samples that are looked at for a level. */
const SAMPLES = 256;

/** The sound of a video, as far as its picture needs it. */
interface Sound {
  readonly sampleRate: number;
  /** The samples of each side. */
  readonly sides: readonly Float32Array[];
}

/**
 * Loudness of each page over its time, from 0 to 1, by positions of pages in the document; of the first copy of one that
 * repeats. A page without sound has no levels.
 */
export function soundLevels(sound: Sound, pages: readonly VideoPage[]): ReadonlyMap<number, readonly number[]> {
  const totalS = pages.reduce((sum, { durationS }) => sum + durationS, 0);
  const perS = Math.min(LEVELS_PER_S, MOST_LEVELS / totalS);
  return new Map(
    pages.toReversed().flatMap(({ page, startS, durationS }): [number, readonly number[]][] => {
      const count = Math.max(1, Math.round(durationS * perS));
      const step = durationS / count;
      const levels = Array.from({ length: count }, (_, index) => loudest(sound, startS + index * step, step));
      return levels.some((level) => level > 0) ? [[page, levels]] : [];
    }),
  );
}

/** The largest sample of some seconds. */
function loudest({ sampleRate, sides }: Sound, fromS: number, seconds: number): number {
  const [from, to] = [Math.floor(fromS * sampleRate), Math.ceil((fromS + seconds) * sampleRate)];
  const stride = Math.max(1, Math.floor((to - from) / SAMPLES));
  let level = 0;
  for (const side of sides) {
    for (let at = from; at < Math.min(to, side.length); at += stride) level = Math.max(level, Math.abs(side[at]!));
  }
  return Math.min(1, Math.round(level * 1_000) / 1_000);
}
