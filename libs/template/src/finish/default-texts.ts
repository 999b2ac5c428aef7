import { didYouMean } from '../did-you-mean.js';
import { textOf } from '../expressions/text-of.js';
import type { FaultList, Path } from '../fault-list.js';
import { substitute, variablesIn } from '../placeholders.js';
import { isFixed, MAX_EXPANDED_CHARACTERS, MAX_PLACEHOLDERS } from '../variables.js';
import { copyNamesAt, hasStructure } from './check-structure.js';
import type { Declared } from './declared-variables.js';

/** The strings of one document in which the variables are replaced by their defaults, if these are valid. */
export class DefaultTexts {
  #placeholders = 0;
  #characters = 0;

  readonly #hasStructure: boolean;

  constructor(
    readonly document: unknown,
    readonly variables: ReadonlyMap<string, Declared>,
    readonly faults: FaultList,
  ) {
    this.#hasStructure = hasStructure(document);
  }

  /** Undefined for a string that cannot be validated, or need not be, because the document is refused anyway. */
  read(text: string, path: Path): string | undefined {
    const names = isFixed(path) ? [] : variablesIn(text);
    if (names.length === 0) return text;
    const ofCopy = this.#hasStructure ? copyNamesAt(path, this.document) : undefined;
    const unknown = names.find((name) => !this.variables.has(name) && !ofCopy?.has(name));
    if (unknown !== undefined) {
      const proposal = this.faults.isFull ? '' : didYouMean(unknown, this.variables.keys());
      const message = `the document declares no variable ${unknown}${proposal}`;
      this.faults.add(path, { code: 'INVALID_VALUE', message, value: text });
      return undefined;
    }
    this.#placeholders += names.length;
    if (this.#placeholders > MAX_PLACEHOLDERS) {
      this.refuse(`variables must be used at most ${MAX_PLACEHOLDERS} times in a document`);
      return undefined;
    }
    if (names.some((name) => ofCopy?.has(name) || !this.variables.get(name)?.isUsable)) return undefined;
    const expanded = substitute(text, (name) => textOf(this.variables.get(name)?.default) ?? '');
    this.#characters += expanded.length;
    if (this.#characters <= MAX_EXPANDED_CHARACTERS) return expanded;
    this.refuse(`variables must not make the document longer than ${MAX_EXPANDED_CHARACTERS} characters`);
    return undefined;
  }

  private refuse(message: string): void {
    this.faults.add(['variables'], { code: 'VALUE_TOO_LARGE', message, value: null });
  }
}
