import { didYouMean } from '../did-you-mean.js';
import { ExpressionFault } from '../expressions/expression-fault.js';
import { evaluate } from '../expressions/language.js';
import type { Scope } from '../expressions/scope.js';
import { parseStoredString } from '../expressions/template-string.js';
import type { FaultCode } from '../fault.js';
import { FaultList, type Path } from '../fault-list.js';
import type { Tokens } from '../reuse/brand-tokens.js';
import { isList, isPlainObject, jsonType, own } from '../shape/json.js';
import { checkVariableValue, jsonTypeOf, typeOfVariable, withFieldDefaults } from '../variables.js';
import type { Override } from './caller-overrides.js';
import { fillText, namesOf } from './fill-text.js';
import { originOf, type Place, type Use } from './places.js';
import { withBrand } from './scope-of.js';
import type { SourceFault } from './structure-values.js';

/** The names within one use of a component. */
export interface ComponentNames extends Pick<Use, 'origins' | 'given'> {
  readonly scope: Scope;
}

/** The sources of the values of a layer that shows a component, beside its place. */
export interface ValueSources {
  /** The names of all variables of the document. */
  readonly declared: ReadonlySet<string>;
  readonly tokens: Tokens;
  /** The values that the caller sets on the layer, if the layer opens them. */
  readonly override?: Override | undefined;
  refuse(fault: SourceFault): void;
}

/**
 * The values of the variables of a component for one layer that shows it: those of the caller, which are literal, else those
 * of the layer, whose expressions are evaluated at its place, else the defaults.
 */
export function componentNames(
  component: unknown,
  { layer, place }: { layer: unknown; place: Place },
  sources: ValueSources,
): ComponentNames {
  return new Binding(component, place, sources).bind(own(layer, 'values'));
}

type Values = Readonly<Record<string, unknown>>;

/** A value and the names in its expressions. */
interface Bound {
  readonly value: unknown;
  readonly names: readonly string[];
}

class Binding {
  readonly #values = new Map<string, unknown>();
  readonly #absent = new Map<string, string | undefined>();
  readonly #origins = new Map<string, Path>();
  readonly #given = new Map<string, Path>();
  readonly #at: Path;

  constructor(
    private readonly component: unknown,
    private readonly place: Place,
    private readonly sources: ValueSources,
  ) {
    this.#at = [...place.source, 'values'];
  }

  bind(ofLayer: unknown): ComponentNames {
    const variables = objectOf(own(this.component, 'variables'));
    const { override } = this.sources;
    const [layer, caller] = [objectOf(ofLayer), objectOf(override?.value)];
    for (const name of Object.keys({ ...layer, ...caller })) {
      if (!Object.hasOwn(variables, name)) this.refuseUnknown(name, variables, own(caller, name) ?? own(layer, name));
    }
    for (const [name, variable] of Object.entries(variables)) {
      const given = own(caller, name);
      if (given === undefined) this.bindOne(name, variable, own(layer, name));
      else if (this.isRight(variable, { value: given, names: [] }, [...this.#at, name])) {
        this.#given.set(name, [...(override?.origin ?? []), name]);
        this.#values.set(name, withFieldDefaults(variable, given));
      }
    }
    const declared = new Set(Object.keys(variables));
    const values = withBrand(this.#values, { declared, tokens: this.sources.tokens });
    return {
      scope: { ...this.place.scope, values, absent: this.#absent },
      origins: this.#origins,
      given: this.#given,
    };
  }

  private bindOne(name: string, variable: unknown, given: unknown): void {
    const at = [...this.#at, name];
    const standIn = own(variable, 'default');
    if (given === undefined && standIn === undefined) {
      const message = `${name} is required by the component`;
      this.refuse(at, { code: 'REQUIRED_FIELD', message, names: [] });
      this.#absent.set(name, undefined);
      return;
    }
    if (given === undefined) {
      this.#values.set(name, withFieldDefaults(variable, standIn));
      return;
    }
    const bound = this.evaluated(given, variable, at);
    const [first] = bound.names;
    const origin = first === undefined ? undefined : originOf(first, this.place, this.sources.declared);
    if (origin) this.#origins.set(name, origin);
    const { scope } = this.place;
    const unknown = bound.names.find((each) => !scope.values.has(each));
    if (unknown !== undefined) this.#absent.set(name, scope.absent?.has(unknown) ? scope.absent.get(unknown) : unknown);
    else if (this.isRight(variable, bound, at)) this.#values.set(name, withFieldDefaults(variable, bound.value));
    else this.#absent.set(name, undefined);
  }

  /** A value of a layer, with its expressions evaluated. Those in the items of a list are as well. */
  private evaluated(given: unknown, variable: unknown, at: Path): Bound {
    if (isList(given)) {
      const items = given.map((item, index) => this.evaluatedItem(item, own(variable, 'fields'), [...at, index]));
      return { value: items.map(({ value }) => value), names: items.flatMap(({ names }) => names) };
    }
    const parts = typeof given === 'string' && given.includes('{{') ? parseStoredString(given) : [];
    const names = namesOf(parts);
    const { scope } = this.place;
    if (parts.every((part) => typeof part === 'string')) return { value: given, names: [] };
    if (names.some((name) => !scope.values.has(name))) return { value: undefined, names };
    const [only] = parts;
    const isAlone = parts.length === 1 && typeof only === 'object';
    const alone = !isAlone ? undefined : 'name' in only ? plain(scope.values.get(only.name)) : evaluate(only, scope);
    const isKept = jsonType(alone) === jsonTypeOf(typeOfVariable(variable));
    const value = isKept || alone instanceof ExpressionFault ? alone : fillText(parts, scope, new Set());
    if (!(value instanceof ExpressionFault)) return { value, names };
    this.refuse(at, { code: 'INVALID_VALUE', message: value.message, value: given, names });
    return { value: undefined, names };
  }

  private evaluatedItem(item: unknown, fields: unknown, at: Path): Bound {
    if (!isPlainObject(item)) return { value: item, names: [] };
    const members = Object.entries(item).map(([name, member]) => {
      return [name, this.evaluated(member, own(fields, name), [...at, name])] as const;
    });
    return {
      value: Object.fromEntries(members.map(([name, { value }]) => [name, value])),
      names: members.flatMap(([, { names }]) => names),
    };
  }

  private isRight(variable: unknown, { value, names }: Bound, at: Path): boolean {
    if (value === undefined) return false; // refused already
    const faults = new FaultList(value);
    checkVariableValue(variable, value, at.slice(-1), { faults });
    for (const { path, ...fault } of faults.found()) this.refuse([...at, ...path.slice(1)], { ...fault, names });
    return faults.count === 0;
  }

  private refuseUnknown(name: string, variables: Values, value: unknown): void {
    const message = `the component has no variable ${name.slice(0, 64)}${didYouMean(name, Object.keys(variables))}`;
    this.refuse([...this.#at, name], { code: 'INVALID_VALUE', message, value, names: [] });
  }

  private refuse(
    path: Path,
    fault: { code: FaultCode; message: string; names: readonly string[]; value?: unknown },
  ): void {
    const { items, use } = this.place;
    this.sources.refuse({ source: { path, items, use }, ...fault });
  }
}

/** A value of a scope as JSON: positions of items are whole numbers of the language. */
function plain(value: unknown): unknown {
  return typeof value === 'bigint' ? Number(value) : value;
}

function objectOf(value: unknown): Values {
  return isPlainObject(value) ? value : {};
}
