import { type JsonObject, pagesOf, restingTime, without } from '#libs/document';

/** Fields of the document that apply to all pages, and its sound, which no picture shows. */
const NOT_OF_A_PAGE = new Set(['pages', 'audio', 'loudness', 'poster_time', 'name']);

/**
 * A document with one page, so that faults of other pages do not spoil its picture, shown whatever its condition says,
 * and a time at which no transition covers the page.
 */
export function pageAlone(document: JsonObject, index: number): { subject: JsonObject; time: number } {
  const shown = ['transition', 'page_audio_url', 'when'].reduce(without, pagesOf(document)[index]!);
  const common = Object.entries(document).filter(([name]) => !NOT_OF_A_PAGE.has(name));
  return {
    subject: { document: { name: 'Page', ...Object.fromEntries(common), pages: [{ ...shown, number: 1 }] } },
    time: restingTime(document, index),
  };
}
