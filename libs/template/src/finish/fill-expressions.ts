import { TemplateDocument } from '../document.js';
import { ExpressionFault } from '../expressions/expression-fault.js';
import { parseStoredString, type Part } from '../expressions/template-string.js';
import { fieldName, type Path } from '../fault-list.js';
import { acceptedTypesAt } from '../shape/accepted-types.js';
import { isList, isPlainObject } from '../shape/json.js';
import { isFixed, MAX_EXPANDED_CHARACTERS } from '../variables.js';
import type { Expanded } from './expand-structure.js';
import { fillText, namesOf } from './fill-text.js';
import type { Item, Place } from './places.js';

/** The names in a string. */
export interface Use {
  readonly names: readonly string[];
  /** Those of them that have no value. The string then keeps its braces. */
  readonly missing: readonly string[];
  /** The items of the copy that contains the string. */
  readonly items: readonly Item[];
  /** The reason why an expression has no value. The string then keeps its braces. */
  readonly failure?: { readonly path: Path; readonly text: string; readonly message: string };
}

/** The strings of a finished document that contained names, by their paths. */
export type Uses = ReadonlyMap<string, Use>;

/**
 * Evaluates the expressions in every string of the document in the scope of the string, except in properties that the
 * caller sets: their values are literal. An expression alone yields a number or a boolean where the property takes one.
 * Changes the document.
 *
 * @param overridden paths in the source
 * @returns undefined if the strings become longer than a document may be
 */
export function fillExpressions({ document, places }: Expanded, overridden: ReadonlySet<string>): Uses | undefined {
  let characters = 0;
  const read = new Map<string, Part[]>();
  const uses = new Map<string, Use>();
  const visit = (container: unknown, path: Path, around: Place): void => {
    if (!isPlainObject(container) && !isList(container)) return;
    const place = places.get(container) ?? around;
    for (const [key, value] of Object.entries(container)) {
      if (characters > MAX_EXPANDED_CHARACTERS) return;
      const at = [...path, Array.isArray(container) ? Number(key) : key];
      if (typeof value !== 'string') visit(value, at, place);
      else if (!isFixed(at) && !overridden.has(fieldName([...place.source, ...at.slice(place.path.length)]))) {
        const parts = value.includes('{{') ? partsOf(value, read) : [];
        if (parts.every((part) => typeof part === 'string')) continue;
        const names = namesOf(parts);
        const missing = names.filter((name) => !place.scope.values.has(name));
        const use = { names, missing, items: place.items };
        uses.set(fieldName(at), use);
        if (missing.length > 0) continue;
        const filled = fillText(parts, place.scope, acceptedTypesAt(TemplateDocument, document, at));
        if (filled instanceof ExpressionFault) {
          uses.set(fieldName(at), { ...use, failure: { path: at, text: value, message: filled.message } });
        } else Reflect.set(container, key, filled);
        characters += typeof filled === 'string' ? filled.length : 1;
      }
    }
  };
  visit(document, [], places.get(document)!);
  return characters > MAX_EXPANDED_CHARACTERS ? undefined : uses;
}

/** The parts of a string. Equal strings of copies are read once. */
function partsOf(text: string, read: Map<string, Part[]>): Part[] {
  const known = read.get(text) ?? parseStoredString(text);
  read.set(text, known);
  return known;
}
