import { type JsonObject, pagesOf, without } from '#libs/document';

/** Fields of the document that apply to all pages, and its sound, which no picture shows. */
const NOT_OF_A_PAGE = new Set(['pages', 'audio', 'loudness', 'poster_time', 'name']);

/** A document with one page, number 1, so that faults of other pages do not spoil its picture. */
export function pageAlone(document: JsonObject, index: number): { document: JsonObject } {
  const shown = ['transition', 'page_audio_url'].reduce(without, pagesOf(document)[index]!);
  const common = Object.entries(document).filter(([name]) => !NOT_OF_A_PAGE.has(name));
  return { document: { name: 'Page', ...Object.fromEntries(common), pages: [{ ...shown, number: 1 }] } };
}

/** Whether {@link pageAlone} is the same of both: an edit shares all that it does not change. */
export function isSamePage(one: JsonObject, other: JsonObject, index: number): boolean {
  if (pagesOf(one)[index] !== pagesOf(other)[index]) return false;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => NOT_OF_A_PAGE.has(name) || one[name] === other[name]);
}
