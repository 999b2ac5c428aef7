import type { TemplateDocument } from '../document.js';
import { tokensOf } from '../reuse/brand-tokens.js';
import { documentInSize } from './document-in-size.js';
import type { Ingredients } from './finish-document.js';
import { scopeOf } from './scope-of.js';

/** The part of the ingredients that a template and the values of its variables decide. */
export type OfSource = Pick<Ingredients, 'source' | 'declared' | 'scope'>;

/** The source of a template in one size, and what its expressions may use and cost. */
export function ingredientsOf(
  document: Pick<TemplateDocument, 'locale' | 'variables'>,
  {
    size,
    values,
    locale = document.locale,
  }: { size: string; values: ReadonlyMap<string, unknown>; locale?: string | undefined },
): OfSource {
  const { variables = {}, ...source } = documentInSize(document, size);
  const declared = new Set(Object.keys(variables));
  return { source, declared, scope: scopeOf({ declared, values, tokens: tokensOf(document), locale }) };
}
