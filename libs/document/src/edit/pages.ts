import { inText, type JsonObject, objectOf, without, withoutValue, withValue } from '../json-path.js';
import { rounded } from '../rounded.js';
import { pageDuration, pagesOf, transitionS } from '../times.js';

const NEW_PAGE_S = 5;

/** `document` with an empty page before the one at `index`. */
export function addPage(document: JsonObject, index: number): JsonObject {
  return withPages(document, pagesOf(document).toSpliced(index, 0, { number: 0, duration: NEW_PAGE_S, layers: [] }));
}

/** A copy of the page right behind it. Names of layers are unique in their page only, so they stay. */
export function duplicatePage(document: JsonObject, index: number): JsonObject {
  const page = pagesOf(document)[index]!;
  const { name } = page;
  const copy = name === undefined ? page : { ...page, name: `${inText(name).slice(0, 190)} copy` };
  return withPages(document, pagesOf(document).toSpliced(index + 1, 0, copy));
}

export function movePage(document: JsonObject, from: number, to: number): JsonObject {
  const pages = pagesOf(document);
  return from === to ? document : withPages(document, pages.toSpliced(from, 1).toSpliced(to, 0, pages[from]!));
}

/** `document` without the page. A document keeps its last page. */
export function removePage(document: JsonObject, index: number): JsonObject {
  const pages = pagesOf(document);
  return pages.length <= 1 ? document : withPages(document, pages.toSpliced(index, 1));
}

/** Numbers the pages in their order. The first one has no transition: no page comes before it. */
function withPages(document: JsonObject, pages: readonly JsonObject[]): JsonObject {
  const [first, ...others] = pages.map((page, index) => ({ ...page, number: index + 1 }));
  return { ...document, pages: [without(first!, 'transition'), ...others] };
}

/** Duration below which a transition that is dragged shorter is removed, s. */
const SHORTEST_S = 0.05;

/**
 * `document` with a transition to the page at `index` that takes `seconds`: a fade if there was none. It is shortened
 * to the time that its two pages have beside their other transitions; near 0 it is removed.
 */
export function withTransitionS(document: JsonObject, index: number, seconds: number): JsonObject {
  const pages = pagesOf(document);
  const before = pageDuration(pages[index - 1]) - (index > 1 ? transitionS(pages[index - 1]) : 0);
  const here = pageDuration(pages[index]) - transitionS(pages[index + 1]);
  const duration = rounded(Math.min(seconds, before, here, 60), 2);
  const path = ['pages', index, 'transition'];
  if (duration < SHORTEST_S) return withoutValue(document, path);
  const former = objectOf(pages[index]?.['transition']);
  const kept = former && former['type'] !== 'none' ? former : { type: 'fade' };
  return withValue(document, path, { ...kept, duration });
}
