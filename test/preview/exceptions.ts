/** Least likeness of an exhibit, dB. */
interface Least {
  readonly wholeDb: number;
  readonly outsideTextDb: number;
}

/** What holds for an exhibit without an exception. */
export const LEAST: Least = { wholeDb: 30, outsideTextDb: 48 };

/** Browsers smooth the edges of letters in their own way, and small letters fill these frames of 320 × 180. */
const LETTERS = { wholeDb: 19, outsideTextDb: 48 };
/** Browsers mix pixels of a scaled picture, and of its edges, otherwise than Skia's cubic filter. */
const PICTURES = { wholeDb: 30, outsideTextDb: 30 };
/** Edges between two pixels of the frame are smoothed otherwise. */
const EDGES = { wholeDb: 30, outsideTextDb: 36 };
/** Clips that are turned or filtered are painted by the browser, as pictures are; what is decoded is the same. */
const CLIPS = { wholeDb: 30, outsideTextDb: 40 };

/** Exhibits that a browser draws less alike, and why. */
const EXCEPTIONS: readonly (readonly [name: RegExp, least: Least])[] = [
  [/^(?:text-|world-|split-|chart-)/, LETTERS],
  [/^(?:image-|mask-|effect-|filter-)/, PICTURES],
  [/^(?:progress-|blend-|transition-)/, EDGES],
  [/^video-(?:turned|filtered)/, CLIPS],
];

/** The least likeness of an exhibit. */
export function leastOf(name: string): Least {
  return EXCEPTIONS.find(([exception]) => exception.test(name))?.[1] ?? LEAST;
}
