import type { CelValue } from '../expressions/evaluate.js';
import { ExpressionFault } from '../expressions/expression-fault.js';
import type { Expression } from '../expressions/expression.js';
import { evaluate, parseExpression } from '../expressions/language.js';
import { InnerValues, type Scope } from '../expressions/scope.js';
import type { FaultCode } from '../fault.js';
import type { Path } from '../fault-list.js';
import { isList, jsonType, own } from '../shape/json.js';
import { DEFAULT_ITEM_NAME, MAX_ITEMS } from '../structure.js';
import { freeNames } from './free-names.js';
import { originOf, type Place, type Source } from './places.js';

/** A fault of a source that shows only with the values of one video. */
export interface SourceFault {
  readonly source: Source;
  /** The names that the expression uses. */
  readonly names: readonly string[];
  readonly code: FaultCode;
  readonly message: string;
  readonly value?: unknown;
  /** The variable that has no value, if that is the fault. */
  readonly missing?: string;
}

/** An expression that was read, and the names in it. */
interface Read {
  readonly expression: Expression;
  readonly names: readonly string[];
}

/** The part of a source that is about to be copied: its path there, and what its expressions may use. */
export type Site = Omit<Place, 'path' | 'styled'>;

/** Evaluates what decides the structure of one document. Every expression is read once. */
export class StructureValues {
  readonly #read = new Map<string, Read | ExpressionFault>();

  /**
   * @param declared the names of all variables of the document, those without a value too
   * @param refuse receives the faults
   */
  constructor(
    private readonly declared: ReadonlySet<string>,
    private readonly refuse: (fault: SourceFault) => void,
  ) {}

  /** The value of `when` of a node, true without one; false after a fault. */
  isWanted(node: unknown, site: Site): boolean {
    const when = own(node, 'when');
    if (when === undefined) return true;
    const value = this.valueOf(when, site, ['when']);
    if (value === undefined || typeof value === 'boolean') return value ?? false;
    this.refuseValue(when, site, { at: ['when'], message: `when must be true or false, not ${describe(value)}` });
    return false;
  }

  /** The site of each copy that `repeat` makes; none after a fault. */
  *copiesOf(repeat: unknown, site: Site): Iterable<Site> {
    const text = own(repeat, 'list');
    const at = ['repeat', 'list'];
    const list = this.valueOf(text, site, at);
    if (list === undefined) return;
    if (!isList(list)) {
      this.refuseValue(text, site, { at, message: `list must be a list, not ${describe(list)}` });
      return;
    }
    if (list.length > MAX_ITEMS) {
      const message = `list has ${list.length} items, at most ${MAX_ITEMS} may be repeated`;
      this.refuseValue(text, site, { at, message, code: 'VALUE_TOO_LARGE' });
      return;
    }
    const most = own(repeat, 'most');
    const items = list.slice(0, typeof most === 'number' ? most : MAX_ITEMS);
    const name = own(repeat, 'as');
    const as = typeof name === 'string' ? name : DEFAULT_ITEM_NAME;
    const named = this.nameList(String(text), site);
    for (const [index, item] of items.entries()) {
      const names = [[as, item] as const, ['index', BigInt(index)] as const, ['count', BigInt(items.length)] as const];
      const scope: Scope = { ...site.scope, values: new InnerValues(names, site.scope.values) };
      const label = `${named.label}[${index}]`;
      const origin = named.origin && (named.isPath ? [...named.origin, index] : named.origin);
      yield { ...site, scope, items: [...site.items, { holder: site.source, as, index, label, origin }] };
    }
  }

  private valueOf(text: unknown, site: Site, at: Path): CelValue | undefined {
    const read = this.read(String(text));
    if (read instanceof ExpressionFault) {
      this.refuseValue(text, site, { at, message: read.message });
      return undefined;
    }
    const absent = read.names.find((name) => !site.scope.values.has(name) && site.scope.absent?.has(name));
    if (absent !== undefined) {
      const missing = site.scope.absent?.get(absent);
      if (missing === undefined) return undefined; // it has a fault already
      const message = `${missing} is required by the template`;
      this.refuseValue(text, site, { at, message, code: 'REQUIRED_FIELD', missing });
      return undefined;
    }
    const value = evaluate(read.expression, site.scope);
    if (!(value instanceof ExpressionFault)) return value;
    this.refuseValue(text, site, { at, message: value.message });
    return undefined;
  }

  private read(text: string): Read | ExpressionFault {
    const known = this.#read.get(text);
    if (known) return known;
    const expression = parseExpression(text);
    const read = expression instanceof ExpressionFault ? expression : { expression, names: freeNames(expression) };
    this.#read.set(text, read);
    return read;
  }

  private refuseValue(
    text: unknown,
    { source: path, items, use }: Site,
    { at, code = 'INVALID_VALUE', ...fault }: { at: Path; message: string; code?: FaultCode; missing?: string },
  ): void {
    const names = this.namesIn(text);
    this.refuse({ source: { path: [...path, ...at], items, use }, names, code, value: text, ...fault });
  }

  private nameList(text: string, site: Site): NamedList {
    const isPath = PLAIN_PATH.test(text);
    const [name, ...fields] = isPath ? text.trim().split('.') : this.namesIn(text).slice(0, 1);
    const outer = site.items.findLast((item) => item.as === name);
    const origin = name === undefined ? undefined : originOf(name, site, this.declared);
    if (!isPath) return { label: text.trim().slice(0, MAX_SHOWN), origin, isPath };
    return { label: [outer?.label ?? name, ...fields].join('.'), origin: origin && [...origin, ...fields], isPath };
  }

  private namesIn(text: unknown): readonly string[] {
    const read = this.read(String(text));
    return read instanceof ExpressionFault ? [] : read.names;
  }
}

function describe(value: CelValue): string {
  const type = value === null ? 'null' : jsonType(value);
  return type === 'null' ? type : /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}

const PLAIN_PATH = /^\s*[A-Za-z]\w*(\.[A-Za-z]\w*)*\s*$/;
/** Characters of a computed list that are shown. */
const MAX_SHOWN = 60;

interface NamedList {
  readonly label: string;
  /** The way from the variables to the list, or to the first value from which it is computed. */
  readonly origin: Path | undefined;
  readonly isPath: boolean;
}
