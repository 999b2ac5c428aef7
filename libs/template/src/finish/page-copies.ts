import { pageDuration, pageStart } from '#libs/document';
import type { TemplateDocument } from '../document.js';
import { fieldInTemplate, type Origins } from './origins.js';

/** A page of a finished document. */
export interface PageCopy {
  /** Position of its page in the template, from 0. Copies of a page that repeats have the same. */
  readonly page: number;
  /** Seconds of the video at which it starts. */
  readonly startS: number;
  readonly durationS: number;
}

/** The pages of a finished document in their order. */
export function pageCopies(document: TemplateDocument, origins: Origins): PageCopy[] {
  const { pages } = document;
  return pages.map(({ duration }, index) => ({
    page: Number(/\d+/.exec(fieldInTemplate(`pages[${index}]`, origins))),
    startS: pageStart({ pages }, index),
    durationS: pageDuration({ duration }),
  }));
}
