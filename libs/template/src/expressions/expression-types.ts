import type { Environment } from '@marcbachmann/cel-js';
import { isPlainObject, own } from '../shape/json.js';
import { RECORD_KEY } from '../shape/record-of.js';
import { MAX_LIST_DEPTH } from '../template-variable.js';
import { BRAND_NAME } from './brand-name.js';
import type { ExpressionFault } from './expression-fault.js';
import type { Expression } from './expression.js';
import { faultOfError } from './fault-of-error.js';
import { checkTypes } from './functions/whole-numbers.js';
import { languageOf } from './parse-expression.js';
import { RESERVED_NAMES } from './reserved-names.js';

/** Types of the language for types of variables. Texts of any form are `string`. */
const CEL_TYPES: Readonly<Record<string, string>> = { number: 'double', boolean: 'bool', money: 'Money' };

/** Tokens by kind and name. Which of them there are is no matter of types: `has` may ask for others. */
const BRAND_TYPE = 'map<string, map<string, string>>';

/** Most languages with the names of copies that are kept at once: each has all names of the document. */
const MAX_KEPT = 32;

let base: Environment | undefined;

/** The language with declared names only, and a type for money. */
function typedLanguage(): Environment {
  base ??= languageOf('en-US', { isTyped: true })
    .registerType('Money', { fields: { amount: 'double', currency: 'string' } })
    .registerFunction('money(Money): string', () => '', { async: false });
  return base.clone();
}

/** The types of the names that expressions may use, by which expressions are checked without values. */
export class ExpressionTypes {
  readonly #language: Environment;
  readonly #within = new Map<string, ExpressionTypes>();

  /**
   * @param types the language with the types of money and of the items of lists, without names
   * @param names their types of the language
   * @param language the language with some of the names
   */
  private constructor(
    private readonly types: Environment,
    private readonly names: ReadonlyMap<string, string>,
    language = types,
  ) {
    this.#language = language.clone();
    for (const [name, type] of names) declare(this.#language, name, type);
  }

  /** The types of a document's variables. @param variables their declarations, which may have faults */
  static ofVariables(variables: unknown): ExpressionTypes {
    const types = typedLanguage();
    const declared = Object.entries(isPlainObject(variables) ? variables : {});
    const names = declared.map(([name, value]) => [name, celType(types, [name], value)] as const);
    return new ExpressionTypes(types, new Map([[BRAND_NAME, BRAND_TYPE], ...names]));
  }

  /** The same, and further names, which hide equal ones: those of a copy. @param names their types of the language */
  with(names: ReadonlyMap<string, string>): ExpressionTypes {
    const key = [...names].join();
    const known = this.#within.get(key);
    if (known) return known;
    if (this.#within.size >= MAX_KEPT) this.#within.clear();
    const hidesSome = [...names].some(([name, type]) => (this.names.get(name) ?? type) !== type);
    const within = new ExpressionTypes(
      this.types,
      new Map([...this.names, ...names]),
      hidesSome ? this.types : this.#language,
    );
    this.#within.set(key, within);
    return within;
  }

  /** The type of the value, `dyn` for one that only the values decide; or the reason why there is none. */
  typeOf({ source, offset }: Expression): string | ExpressionFault {
    const checked = checkTypes(this.#language.parse(source), this.#language);
    return checked.valid ? (checked.type ?? 'dyn') : faultOfError(checked.error, offset);
  }
}

function declare(language: Environment, name: string, type: string): void {
  // Other names and reserved ones are refused; a name of the language keeps its meaning.
  const isName = RECORD_KEY.test(name) && !RESERVED_NAMES.has(name);
  if (isName && !language.hasVariable(name)) language.registerVariable(name, type);
}

/** The type of the language for a declaration. The items of a list have a type of their own, named after its path. */
function celType(language: Environment, path: readonly string[], variable: unknown): string {
  const type = own(variable, 'type');
  const fields = own(variable, 'fields');
  if (type !== 'list') return CEL_TYPES[String(type)] ?? 'string';
  if (!isPlainObject(fields) || path.length > MAX_LIST_DEPTH) return 'list';
  const item = `item of ${path.join(' ')}`;
  const types: Record<string, string> = {};
  for (const [name, field] of Object.entries(fields)) {
    if (RECORD_KEY.test(name)) types[name] = celType(language, [...path, name], field);
  }
  language.registerType(item, { fields: types });
  return `list<${item}>`;
}
