/** Least likeness of an exhibit, dB. */
interface Least {
  readonly wholeDb: number;
  readonly outsideTextDb: number;
}

/** Least likeness of an exhibit without an exception. */
export const LEAST: Least = { wholeDb: 30, outsideTextDb: 48 };

/**
 * Least likeness of frames of 320 × 180 full of small letters: browsers smooth the edges of letters in their own way.
 */
const LETTERS = { wholeDb: 19, outsideTextDb: 48 };
/** Least likeness of letters that are still outside of their layer. */
const ARRIVING_LETTERS = { wholeDb: 19, outsideTextDb: 40 };
/** Least likeness of the figures below bars: small letters in a layer that is no text. */
const FIGURES = { wholeDb: 24, outsideTextDb: 24 };
/**
 * Least likeness with letters that cut a picture, or belong to the page that leaves: they are not among the layers of
 * the frame.
 */
const OTHER_LETTERS = { wholeDb: 30, outsideTextDb: 32 };
/**
 * Least likeness with pictures that are turned or scaled. Chromium filters these linearly, where the renderer's Skia
 * takes Mitchell and Netravali's cubic filter. Each is within 60 dB of its own filter.
 */
const PICTURES = { wholeDb: 30, outsideTextDb: 42 };

/** Exhibits that a browser draws less alike, and why. */
const EXCEPTIONS: readonly (readonly [name: RegExp, least: Least])[] = [
  [/^text-outlined-arriving$/, ARRIVING_LETTERS],
  [/^codes-1d$/, FIGURES],
  [/^(?:text-|world-|split-|chart-|stack-(?:price|table)$)/, LETTERS],
  [/^(?:mask-(?:alpha|luma)|transition-)/, OTHER_LETTERS],
  [/^(?:image-|effect-|filter-|blend-color-dodge|video-filtered|places-(?:landscape|portrait|square))/, PICTURES],
];

/** The least likeness of an exhibit. */
export function leastOf(name: string): Least {
  return EXCEPTIONS.find(([exception]) => exception.test(name))?.[1] ?? LEAST;
}
