import { textOf } from '../expressions/text-of.js';
import { fieldName, type Path } from '../fault-list.js';
import { substitute, variablesIn } from '../placeholders.js';
import { isList, isPlainObject } from '../shape/json.js';
import { isFixed, MAX_EXPANDED_CHARACTERS } from '../variables.js';
import type { Expanded } from './expand-structure.js';
import type { Item, Place } from './places.js';

/** The names in a string. */
interface Use {
  readonly names: readonly string[];
  /** Those of them that have no value. The string then keeps its braces. */
  readonly missing: readonly string[];
  /** The items of the copy that contains the string. */
  readonly items: readonly Item[];
}

/** The strings of a finished document that contained names, by their paths. */
export type Uses = ReadonlyMap<string, Use>;

/**
 * Replaces `{{name}}` in every string of the document by its value in the scope of the string, except in properties that
 * the caller sets: their values are literal. Changes the document.
 *
 * @param overridden paths in the source
 * @returns undefined if the strings become longer than a document may be
 */
export function fillExpressions({ document, places }: Expanded, overridden: ReadonlySet<string>): Uses | undefined {
  let characters = 0;
  const uses = new Map<string, Use>();
  const visit = (container: unknown, path: Path, around: Place): void => {
    if (!isPlainObject(container) && !isList(container)) return;
    const place = places.get(container) ?? around;
    for (const [key, value] of Object.entries(container)) {
      if (characters > MAX_EXPANDED_CHARACTERS) return;
      const at = [...path, Array.isArray(container) ? Number(key) : key];
      if (typeof value !== 'string') visit(value, at, place);
      else if (!isFixed(at) && !overridden.has(fieldName([...place.source, ...at.slice(place.path.length)]))) {
        const names = variablesIn(value);
        if (names.length === 0) continue;
        const { values } = place.scope;
        const missing = names.filter((name) => !values.has(name));
        uses.set(fieldName(at), { names, missing, items: place.items });
        if (missing.length > 0) continue;
        const filled = substitute(value, (name) => textOf(values.get(name)) ?? '');
        characters += filled.length;
        Reflect.set(container, key, filled);
      }
    }
  };
  visit(document, [], places.get(document)!);
  return characters > MAX_EXPANDED_CHARACTERS ? undefined : uses;
}
