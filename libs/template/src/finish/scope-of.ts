import { MAX_DOCUMENT_STEPS, type Scope } from '../expressions/scope.js';

/** The scope of a document: its variables. @param locale BCP 47 */
export function scopeOf(values: ReadonlyMap<string, unknown>, locale = 'en-US'): Scope {
  return { values, locale, budget: { steps: MAX_DOCUMENT_STEPS } };
}
