import type { JsonObject } from '../document/json-path.ts';
import { pagesOf } from '../document/pages.ts';

const DEFAULT_TRANSITION_S = 0.5;

/** Seconds of the page. */
export function pageDuration(page: JsonObject | undefined): number {
  const duration = page?.['duration'];
  return typeof duration === 'number' && duration > 0 ? duration : 0;
}

/** Seconds for which the page and the one before it are both shown. */
function overlapOf(page: JsonObject | undefined): number {
  const transition = page?.['transition'] as JsonObject | undefined;
  if (!transition || transition['type'] === 'none') return 0;
  return typeof transition['duration'] === 'number' ? transition['duration'] : DEFAULT_TRANSITION_S;
}

/** The time of the video at which the page at `index` starts: its transition overlaps the end of the page before it. */
export function pageStart(document: JsonObject, index: number): number {
  const pages = pagesOf(document);
  let start = 0;
  for (let position = 1; position <= index; position++) {
    start += pageDuration(pages[position - 1]) - overlapOf(pages[position]);
  }
  return Math.max(0, start);
}

/** A moment of the page at which it is worth being seen: animations have begun, and no transition is under way. */
export function restingTime(document: JsonObject, index: number): number {
  const page = pagesOf(document)[index];
  const from = overlapOf(page);
  const to = pageDuration(page) - overlapOf(pagesOf(document)[index + 1]);
  return Math.round(((from + Math.max(from, to)) / 2) * 100) / 100;
}
