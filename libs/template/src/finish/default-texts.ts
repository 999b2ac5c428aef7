import { didYouMean } from '../did-you-mean.js';
import { ExpressionFault } from '../expressions/expression-fault.js';
import type { Scope } from '../expressions/scope.js';
import { parseTemplateString, type Part } from '../expressions/template-string.js';
import type { FaultList, FoundFault, Path } from '../fault-list.js';
import { isLocale } from '../rules/is-locale.js';
import { acceptedTypes } from '../shape/accepted-types.js';
import { own } from '../shape/json.js';
import type { PropertyShape } from '../shape/property-shape.js';
import { isFixed, MAX_EXPANDED_CHARACTERS, MAX_PLACEHOLDERS } from '../variables.js';
import { copyNamesAt, hasStructure } from './check-structure.js';
import type { Declared } from './declared-variables.js';
import { type FilledValue, fillText, namesOf } from './fill-text.js';
import { scopeOf } from './scope-of.js';
import { ScopeTypes } from './scope-types.js';
import { BRAND_NAME } from '../expressions/brand-name.js';
import { type Tokens, tokensOf, unknownToken } from '../reuse/brand-tokens.js';

/**
 * The strings of one document in which expressions are evaluated with the defaults of the variables, if these are
 * valid. Every expression is checked by the types of the variables.
 */
export class DefaultTexts {
  #placeholders = 0;
  #characters = 0;

  readonly #hasStructure: boolean;
  /** The types of the names at each place. */
  readonly types: ScopeTypes;
  readonly #scope: Scope;
  readonly #tokens: Tokens;

  constructor(
    readonly document: unknown,
    readonly variables: ReadonlyMap<string, Declared>,
    readonly faults: FaultList,
  ) {
    this.#hasStructure = hasStructure(document);
    this.types = new ScopeTypes(document);
    const usable = [...variables].filter(([, { isUsable }]) => isUsable);
    const locale = own(document, 'locale');
    this.#tokens = tokensOf(document);
    this.#scope = scopeOf({
      declared: variables.keys(),
      values: new Map(usable.map(([name, { value }]) => [name, value])),
      tokens: this.#tokens,
      locale: isLocale(locale) ? locale : undefined,
    });
  }

  /** Undefined for a string that cannot be validated, or need not be, because the document is refused anyway. */
  read(text: string, path: Path, property: PropertyShape): FilledValue | undefined {
    if (isFixed(path) || !text.includes('{{')) return text;
    // A component has names of its own; it is judged by itself.
    if (path[0] === 'components') return undefined;
    const value = this.valueOf(text, path, property);
    if (!(value instanceof Refusal)) return value;
    this.faults.add(value.path, value.fault);
    return undefined;
  }

  /** Checks the expressions in a string whose value is judged elsewhere. */
  check(text: string, path: Path): void {
    const parts = this.partsOf(text, path);
    if (parts instanceof Refusal) this.faults.add(parts.path, parts.fault);
  }

  private partsOf(text: string, path: Path): Part[] | Refusal {
    const refuse = (message: string): Refusal => new Refusal(path, { code: 'INVALID_VALUE', message, value: text });
    const parts = parseTemplateString(text);
    if (parts instanceof ExpressionFault) return refuse(parts.message);
    this.#placeholders += parts.filter((part) => typeof part !== 'string').length;
    if (this.#placeholders > MAX_PLACEHOLDERS) {
      return tooLarge(`variables must be used at most ${MAX_PLACEHOLDERS} times in a document`);
    }
    const fault = this.unknownName(namesOf(parts), this.namesOfCopy(path)) ?? this.expressionFault(parts, path);
    return fault === undefined ? parts : refuse(fault);
  }

  private namesOfCopy(path: Path): ReadonlySet<string> | undefined {
    return this.#hasStructure ? copyNamesAt(path, this.document) : undefined;
  }

  private valueOf(text: string, path: Path, property: PropertyShape): FilledValue | Refusal | undefined {
    const parts = this.partsOf(text, path);
    if (parts instanceof Refusal) return parts;
    if (parts.every((part) => typeof part === 'string')) return text;
    const names = namesOf(parts);
    const ofCopy = this.namesOfCopy(path);
    if (names.some((name) => ofCopy?.has(name) || !this.#scope.values.has(name))) return undefined;
    const filled = fillText(parts, this.#scope, acceptedTypes(property));
    if (filled instanceof ExpressionFault) {
      return new Refusal(path, { code: 'INVALID_VALUE', message: filled.message, value: text });
    }
    this.#characters += typeof filled === 'string' ? filled.length : 1;
    if (this.#characters <= MAX_EXPANDED_CHARACTERS) return filled;
    return tooLarge(`variables must not make the document longer than ${MAX_EXPANDED_CHARACTERS} characters`);
  }

  private unknownName(names: readonly string[], ofCopy: ReadonlySet<string> | undefined): string | undefined {
    const unknown = names.find((name) => !this.variables.has(name) && !ofCopy?.has(name) && name !== BRAND_NAME);
    if (unknown === undefined) return undefined;
    const proposal = this.faults.isFull ? '' : didYouMean(unknown, this.variables.keys());
    return `the document declares no variable ${unknown.slice(0, 64)}${proposal}`;
  }

  private expressionFault(parts: readonly Part[], path: Path): string | undefined {
    for (const part of parts) {
      if (typeof part === 'string' || 'name' in part) continue;
      const type = this.types.at(path).typeOf(part);
      if (type instanceof ExpressionFault) return type.message;
      const isHidden = this.variables.has(BRAND_NAME) || this.namesOfCopy(path)?.has(BRAND_NAME);
      const token = isHidden ? undefined : unknownToken(part, this.#tokens);
      if (token !== undefined) return `${token} (character ${part.offset + 1})`;
    }
    return undefined;
  }
}

/** A fault that ends the reading of a string. */
class Refusal {
  constructor(
    readonly path: Path,
    readonly fault: Omit<FoundFault, 'path'>,
  ) {}
}

function tooLarge(message: string): Refusal {
  return new Refusal(['variables'], { code: 'VALUE_TOO_LARGE', message, value: null });
}
