import { pageDuration, pageStart } from '#libs/document';
import { layersIn } from '../document-rules.js';
import type { TemplateDocument } from '../document.js';
import { fieldName } from '../fault-list.js';
import type { Located } from '../located.js';
import { own } from '../shape/json.js';
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

/**
 * Seconds of the layers whose durations follow from their content or from another layer, by their fields in the template; of
 * several copies, those of the first.
 */
export function foundDurations(
  template: TemplateDocument,
  document: TemplateDocument,
  origins: Pick<Origins, 'sources'>,
): Record<string, number> {
  const isFound = ({ value }: Located): boolean => !['number', 'undefined'].includes(typeof own(value, 'duration'));
  const wanted = new Set(layersOf(template).flatMap((layer) => (isFound(layer) ? [fieldName(layer.path)] : [])));
  if (wanted.size === 0) return {};
  const found: Record<string, number> = {};
  for (const { path, value } of layersOf(document)) {
    const [field, seconds] = [fieldInTemplate(fieldName(path), origins), own(value, 'duration')];
    if (wanted.has(field) && typeof seconds === 'number') found[field] ??= seconds;
  }
  return found;
}

function layersOf({ pages }: TemplateDocument): Located[] {
  return pages.flatMap(({ layers }, index) => [...layersIn(layers, ['pages', index, 'layers'])]);
}
