import { rounded } from '../document/geometry.ts';
import { type JsonObject, withoutValue, withValue } from '../document/json-path.ts';
import { pagesOf } from '../document/pages.ts';

const DEFAULT_TRANSITION_S = 0.5;

/** Seconds of the page. */
export function pageDuration(page: JsonObject | undefined): number {
  const duration = page?.['duration'];
  return typeof duration === 'number' && duration > 0 ? duration : 0;
}

/** Seconds for which the page and the one before it are both shown. */
export function transitionS(page: JsonObject | undefined): number {
  const transition = page?.['transition'] as JsonObject | undefined;
  if (!transition || transition['type'] === 'none') return 0;
  return typeof transition['duration'] === 'number' ? transition['duration'] : DEFAULT_TRANSITION_S;
}

/** A transition that is dragged to less than this is taken away, s. */
const SHORTEST_S = 0.05;

/**
 * `document` with a transition to the page at `index` that takes `seconds`: a fade if there was none. It is at most as
 * long as its pages have time beside their other transitions; near 0 there is none.
 */
export function withTransitionS(document: JsonObject, index: number, seconds: number): JsonObject {
  const pages = pagesOf(document);
  const before = pageDuration(pages[index - 1]) - (index > 1 ? transitionS(pages[index - 1]) : 0);
  const here = pageDuration(pages[index]) - transitionS(pages[index + 1]);
  const duration = rounded(Math.min(seconds, before, here, 60), 2);
  const path = ['pages', index, 'transition'];
  if (duration < SHORTEST_S) return withoutValue(document, path);
  const former = pages[index]?.['transition'] as JsonObject | undefined;
  const kept = former && former['type'] !== 'none' ? former : { type: 'fade' };
  return withValue(document, path, { ...kept, duration });
}

/** The time of the video at which the page at `index` starts: its transition overlaps the end of the page before it. */
export function pageStart(document: JsonObject, index: number): number {
  const pages = pagesOf(document);
  let start = 0;
  for (let position = 1; position <= index; position++) {
    start += pageDuration(pages[position - 1]) - transitionS(pages[position]);
  }
  return Math.max(0, start);
}

/** The position of the page that is shown at a time of the video; in a transition the one that comes. */
export function pageAt(document: JsonObject, time: number): number {
  let index = 0;
  while (index + 1 < pagesOf(document).length && pageStart(document, index + 1) <= time) index += 1;
  return index;
}

/** A moment of the page at which it is worth being seen: animations have begun, and no transition is under way. */
export function restingTime(document: JsonObject, index: number): number {
  const page = pagesOf(document)[index];
  const from = transitionS(page);
  const to = pageDuration(page) - transitionS(pagesOf(document)[index + 1]);
  return Math.round(((from + Math.max(from, to)) / 2) * 100) / 100;
}
