import { TemplateDocument } from '../document.js';
import { ExpressionFault } from '../expressions/expression-fault.js';
import { parseStoredString, type Part } from '../expressions/template-string.js';
import { fieldName, type Path } from '../fault-list.js';
import { acceptedTypesAt } from '../shape/accepted-types.js';
import { isList, isPlainObject } from '../shape/json.js';
import { isFixed, MAX_EXPANDED_CHARACTERS } from '../variables.js';
import type { Expanded } from './expand-structure.js';
import { type FilledValue, fillText, namesOf } from './fill-text.js';
import { type Context, type Place, sourceWithin } from './places.js';
import { styledPath } from '../reuse/apply-styles.js';
import type { Scope } from '../expressions/scope.js';

/** The names in a string. */
export interface Use {
  readonly names: readonly string[];
  /** The variables of the document whose values are missing. The string then keeps its braces. */
  readonly missing: readonly string[];
  /** The copy that contains the string. */
  readonly context: Context;
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
export function fillExpressions(expanded: Expanded, overridden: ReadonlySet<string>): Uses | undefined {
  const filling = new Filling(expanded, overridden);
  filling.fillIn(expanded.document, [], expanded.places.get(expanded.document)!);
  return filling.isFull ? undefined : filling.uses;
}

class Filling {
  readonly uses = new Map<string, Use>();
  readonly #read = new Map<string, Part[]>();
  #characters = 0;
  readonly #scopeOfStyles: Scope;

  constructor(
    private readonly expanded: Expanded,
    private readonly overridden: ReadonlySet<string>,
  ) {
    this.#scopeOfStyles = expanded.places.get(expanded.document)!.scope;
  }

  get isFull(): boolean {
    return this.#characters > MAX_EXPANDED_CHARACTERS;
  }

  fillIn(container: unknown, path: Path, around: Place): void {
    if (!isPlainObject(container) && !isList(container)) return;
    const place = this.expanded.places.get(container) ?? around;
    for (const [key, value] of Object.entries(container)) {
      if (this.isFull) return;
      if (typeof value === 'string' ? !value.includes('{{') : typeof value !== 'object') continue;
      const at = [...path, Array.isArray(container) ? Number(key) : key];
      if (typeof value !== 'string') this.fillIn(value, at, place);
      else if (!this.isLiteral(at, place)) {
        const filled = this.valueOf(value, at, place);
        if (filled !== undefined) Reflect.set(container, key, filled);
      }
    }
  }

  private isLiteral(at: Path, { source, path }: Place): boolean {
    return isFixed(at) || this.overridden.has(fieldName([...source, ...at.slice(path.length)]));
  }

  /** The value of a string; undefined if it stays as it is. */
  private valueOf(text: string, at: Path, place: Place): FilledValue | undefined {
    const parts = partsOf(text, this.#read);
    if (parts.every((part) => typeof part === 'string')) return undefined;
    const steps = at.slice(place.path.length);
    const scope = styledPath(place.styled, steps) ? this.#scopeOfStyles : place.scope;
    const names = namesOf(parts);
    const missing = names.flatMap((name) => (scope.values.has(name) ? [] : [scope.absent?.get(name) ?? name]));
    const use = { names, missing, context: sourceWithin(place, steps) };
    this.uses.set(fieldName(at), use);
    if (missing.length > 0) return undefined;
    const filled = fillText(parts, scope, acceptedTypesAt(TemplateDocument, this.expanded.document, at));
    this.#characters += typeof filled === 'string' ? filled.length : 1;
    if (!(filled instanceof ExpressionFault)) return filled;
    this.uses.set(fieldName(at), { ...use, failure: { path: at, text, message: filled.message } });
    return undefined;
  }
}

/** The parts of a string. Equal strings of copies are read once. */
function partsOf(text: string, read: Map<string, Part[]>): Part[] {
  const known = read.get(text) ?? parseStoredString(text);
  read.set(text, known);
  return known;
}
