import { rounded } from '#libs/document';

/** A moment of a page of the document, at `page` from 0, in seconds of the page. */
export interface Place {
  readonly page: number;
  readonly time: number;
}

/** Times that differ by less are equal, s: the editor writes times with two decimals. */
const SAME_S = 0.006;
/** Tolerance for the frame of a time, in frames: 0.1 + 0.2 is more than 0.3 and still in the same frame. */
const TOLERANCE_FRAMES = 1e-6;

export function samePlace(one: Place, other: Place): boolean {
  return one.page === other.page && Math.abs(one.time - other.time) < SAME_S;
}

/** A page of the video. */
export interface VideoPage {
  /** Position of its page in the document, from 0. Copies of a page that repeats have the same. */
  readonly page: number;
  /** Seconds of the video at which it starts. */
  readonly startS: number;
  readonly durationS: number;
}

interface Frames {
  readonly fps: number;
  readonly frameCount: number;
  /** In their order. */
  readonly pages: readonly VideoPage[];
}

/** The frame of a moment: of the first copy if the page repeats, and of the next page if it is left out. */
export function frameAt({ page, time }: Place, { fps, frameCount, pages }: Frames): number {
  const copy = pages.find((each) => each.page === page);
  const next = pages.find((each) => each.page > page);
  const seconds = copy ? copy.startS + Math.min(time, copy.durationS) : (next?.startS ?? Infinity);
  return Math.min(frameCount - 1, Math.floor(seconds * fps + TOLERANCE_FRAMES));
}

/** The moment of a frame; during a transition, of the entering page. */
export function placeAt(frame: number, { fps, pages }: Pick<Frames, 'fps' | 'pages'>): Place {
  const seconds = Math.ceil((frame / fps) * 100) / 100; // as times are written; within the frame
  const { page, startS } = pages.findLast((each) => each.startS <= seconds) ?? pages[0]!;
  return { page, time: rounded(seconds - startS, 2) };
}

/** The durations of pages, seconds, by their positions in the document; of the first copy of one that repeats. */
export function secondsOfPages(pages: readonly VideoPage[]): ReadonlyMap<number, number> {
  return new Map(pages.toReversed().map(({ page, durationS }) => [page, durationS]));
}
