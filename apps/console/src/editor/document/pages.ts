import { inText, type JsonObject, without } from './json-path.ts';

const NEW_PAGE_S = 5;

export function pagesOf(document: JsonObject): readonly JsonObject[] {
  return (document['pages'] ?? []) as readonly JsonObject[];
}

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
