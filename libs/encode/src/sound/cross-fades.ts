import type { Sound } from '#libs/timeline';

/** A sound in a mix. */
interface PlayedSound {
  role: Sound['role'];
  /** Samples. */
  start: number;
  length: number;
}

/** Samples in which a sound fades in from another one, and out into another one. Absent: it does not. */
interface CrossFade {
  in?: number;
  out?: number;
}

/**
 * The cross-fades of sounds: those of two pages fade into each other while both play, which is during a transition.
 *
 * @param sounds those of pages in the order of the pages
 * @returns one for each sound
 */
export function crossFades(sounds: readonly PlayedSound[]): CrossFade[] {
  const fades: CrossFade[] = sounds.map(() => ({}));
  const ofPages = [...sounds.entries()].filter(([, { role }]) => role === 'page');
  for (const [index, [place, sound]] of ofPages.entries()) {
    const [beforePlace, before] = ofPages[index - 1] ?? [];
    const both = before ? before.start + before.length - sound.start : 0;
    if (beforePlace === undefined || both <= 0) continue;
    fades[beforePlace]!.out = both;
    fades[place]!.in = both;
  }
  return fades;
}
