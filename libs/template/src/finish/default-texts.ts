import { didYouMean } from '../did-you-mean.js';
import { ExpressionFault } from '../expressions/expression-fault.js';
import { MAX_DOCUMENT_STEPS, type Scope } from '../expressions/scope.js';
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
import { ScopeTypes } from './scope-types.js';

/**
 * The strings of one document in which expressions are evaluated with the defaults of the variables, if these are
 * valid. Every expression is checked by the types of the variables.
 */
export class DefaultTexts {
  #placeholders = 0;
  #characters = 0;

  readonly #hasStructure: boolean;
  readonly #types: ScopeTypes;
  readonly #scope: Scope;

  constructor(
    readonly document: unknown,
    readonly variables: ReadonlyMap<string, Declared>,
    readonly faults: FaultList,
  ) {
    this.#hasStructure = hasStructure(document);
    this.#types = new ScopeTypes(document);
    const usable = [...variables].filter(([, { isUsable }]) => isUsable);
    const locale = own(document, 'locale');
    this.#scope = {
      values: new Map(usable.map(([name, { value }]) => [name, value])),
      locale: isLocale(locale) ? locale : 'en-US',
      budget: { steps: MAX_DOCUMENT_STEPS },
    };
  }

  /** Undefined for a string that cannot be validated, or need not be, because the document is refused anyway. */
  read(text: string, path: Path, property: PropertyShape): FilledValue | undefined {
    const value = isFixed(path) || !text.includes('{{') ? text : this.valueOf(text, path, property);
    if (!(value instanceof Refusal)) return value;
    this.faults.add(value.path, value.fault);
    return undefined;
  }

  private valueOf(text: string, path: Path, property: PropertyShape): FilledValue | Refusal | undefined {
    const refuse = (message: string): Refusal => new Refusal(path, { code: 'INVALID_VALUE', message, value: text });
    const parts = parseTemplateString(text);
    if (parts instanceof ExpressionFault) return refuse(parts.message);
    if (parts.every((part) => typeof part === 'string')) return text;
    this.#placeholders += parts.filter((part) => typeof part !== 'string').length;
    if (this.#placeholders > MAX_PLACEHOLDERS) {
      return tooLarge(`variables must be used at most ${MAX_PLACEHOLDERS} times in a document`);
    }
    const names = namesOf(parts);
    const ofCopy = this.#hasStructure ? copyNamesAt(path, this.document) : undefined;
    const fault = this.unknownName(names, ofCopy) ?? this.typeFault(parts, path);
    if (fault !== undefined) return refuse(fault);
    if (names.some((name) => ofCopy?.has(name) || !this.variables.get(name)?.isUsable)) return undefined;
    const filled = fillText(parts, this.#scope, acceptedTypes(property));
    if (filled instanceof ExpressionFault) return refuse(filled.message);
    this.#characters += typeof filled === 'string' ? filled.length : 1;
    if (this.#characters <= MAX_EXPANDED_CHARACTERS) return filled;
    return tooLarge(`variables must not make the document longer than ${MAX_EXPANDED_CHARACTERS} characters`);
  }

  private unknownName(names: readonly string[], ofCopy: ReadonlySet<string> | undefined): string | undefined {
    const unknown = names.find((name) => !this.variables.has(name) && !ofCopy?.has(name));
    if (unknown === undefined) return undefined;
    const proposal = this.faults.isFull ? '' : didYouMean(unknown, this.variables.keys());
    return `the document declares no variable ${unknown.slice(0, 64)}${proposal}`;
  }

  private typeFault(parts: readonly Part[], path: Path): string | undefined {
    for (const part of parts) {
      if (typeof part === 'string' || 'name' in part) continue;
      const type = this.#types.at(path).typeOf(part);
      if (type instanceof ExpressionFault) return type.message;
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
