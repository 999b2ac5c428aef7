import { isCssColor } from '#libs/document';
import { didYouMean } from './did-you-mean.js';
import { MAX_LIST_ITEMS, MAX_VALUE_CHARACTERS } from './document-limits.js';
import { calendarTime } from './expressions/calendar-time.js';
import type { FaultCode } from './fault.js';
import type { FaultList, Path } from './fault-list.js';
import { isWebUrl, webUrlFault, MAX_URL_CHARACTERS } from './rules/is-web-url.js';
import { isList, isPlainObject, jsonType, listOf, own } from './shape/json.js';
import type { CheckAddress } from './shape/check-shape.js';
import type { JsonType } from './shape/define-rule.js';
import { MAX_LIST_DEPTH, VARIABLE_TYPES, type VariableType } from './template-variable.js';

/** Characters of all strings with variables, after replacement: twice the size of a request. */
export const MAX_EXPANDED_CHARACTERS = 2_000_000;
/** Most placeholders in all strings of a document. */
export const MAX_PLACEHOLDERS = 10_000;
/** Characters of the name of a font family. */
const MAX_FAMILY_CHARACTERS = 120;

/** Properties that are never substituted: names, page numbers, discriminators and what decides the structure. */
const FIXED: ReadonlySet<unknown> = new Set(['component', 'name', 'number', 'style', 'type', 'when']);
/** Properties in which nothing is substituted. */
const FIXED_WITHIN: ReadonlySet<unknown> = new Set(['open', 'repeat', 'style']);
/** Properties of the document and of its sizes that are never substituted. */
const FIXED_OF_DOCUMENT: ReadonlySet<unknown> = new Set(['height', 'locale', 'width']);

/** Whether a string is never substituted. The declarations of variables are not. */
export function isFixed(path: Path): boolean {
  const isOfDocument = path.length === 1 || path[0] === 'sizes';
  if (path[0] === 'variables' || path[0] === 'brand' || (isOfDocument && FIXED_OF_DOCUMENT.has(path.at(-1))))
    return true;
  return FIXED.has(path.at(-1)) || FIXED_WITHIN.has(path.at(-2));
}

/** The list for the faults of values, and how addresses among them are checked. */
export interface ValueCheck {
  readonly faults: FaultList;
  readonly checkAddress?: CheckAddress | undefined;
}

/** The type that a declaration names; text for a declaration that the rules of the shape refuse. */
export function typeOfVariable(variable: unknown): VariableType {
  return VARIABLE_TYPES.find((each) => each === own(variable, 'type')) ?? 'string';
}

/**
 * Adds the faults of a value for a variable, each at its place in the value: `variables.listings[3].price`.
 *
 * @param variable its declaration, which may have faults itself
 * @param path of the value; its last step names the value in messages
 */
export function checkVariableValue(variable: unknown, value: unknown, path: Path, check: ValueCheck): void {
  const type = typeOfVariable(variable);
  const fault = typeFault(type, value) ?? TYPE_RULES[type](variable, value);
  if (fault) check.faults.add(path, { ...fault, message: `${nameOf(path)} ${fault.message}`, value });
  else if (type === 'list') checkItems(variable, listOf(value), path, check);
  else if (type === 'url' && typeof value === 'string') {
    const address = check.checkAddress?.(value);
    if (address) check.faults.add(path, { ...address, value });
  }
}

/** A value for a variable as expressions see it: the items of a list have the defaults of fields that they lack. */
export function withFieldDefaults(variable: unknown, value: unknown): unknown {
  const fields = own(variable, 'fields');
  if (!isPlainObject(fields) || !isList(value)) return value;
  const declared = Object.entries(fields);
  return value.map((item) => {
    const given = declared.map(([name, field]) => {
      const one = own(item, name) ?? own(field, 'default');
      return [name, withFieldDefaults(field, one)] as const;
    });
    return Object.fromEntries(given.filter(([, one]) => one !== undefined && one !== null));
  });
}

/** The JSON type of the values of a type of variables. */
export function jsonTypeOf(type: VariableType): JsonType {
  return JSON_TYPES[type] ?? 'string';
}

interface ValueFault {
  code: FaultCode;
  /** Continues the name of the value. */
  message: string;
}

const JSON_TYPES: Partial<Record<VariableType, JsonType>> = {
  number: 'number',
  boolean: 'boolean',
  money: 'object',
  list: 'array',
};

function typeFault(type: VariableType, value: unknown): ValueFault | undefined {
  const expected = jsonTypeOf(type);
  if (jsonType(value) === expected) return undefined;
  return { code: 'INVALID_TYPE', message: `must be ${/^[ao]/.test(expected) ? 'an' : 'a'} ${expected}` };
}

type Rule = (variable: unknown, value: unknown) => ValueFault | undefined;

/** Rules of the values of a type, in addition to their JSON type. */
const TYPE_RULES: Readonly<Record<VariableType, Rule>> = {
  string: (variable, value) => textFault(value, numberOf(variable, 'max_length') ?? MAX_VALUE_CHARACTERS),
  number: boundsFault,
  boolean: () => undefined,
  color: (_, value) => textFault(value) ?? refuseUnless(isCssColor(String(value)), 'must be a CSS color'),
  url: (_, value) => textFault(value, MAX_URL_CHARACTERS) ?? urlFault(String(value)),
  font: (_, value) =>
    textFault(value, MAX_FAMILY_CHARACTERS) ?? refuseUnless(value !== '', 'must be the name of a font family'),
  enum: optionFault,
  date: (_, value) =>
    textFault(value) ??
    refuseUnless(calendarTime(String(value)) !== undefined, 'must be a date such as 2026-11-27', 'INVALID_FORMAT'),
  money: moneyFault,
  list: itemsFault,
};

function textFault(value: unknown, most = MAX_VALUE_CHARACTERS): ValueFault | undefined {
  const text = String(value);
  if (text.includes('\0')) return { code: 'INVALID_VALUE', message: 'must not contain U+0000' };
  return refuseUnless(text.length <= most, `must be at most ${most} characters long`, 'VALUE_TOO_LARGE');
}

function urlFault(text: string): ValueFault | undefined {
  return isWebUrl(text) ? undefined : { code: 'INVALID_FORMAT', message: webUrlFault(text) };
}

function boundsFault(variable: unknown, value: unknown): ValueFault | undefined {
  const minimum = numberOf(variable, 'minimum') ?? -Infinity;
  const maximum = numberOf(variable, 'maximum') ?? Infinity;
  return (
    refuseUnless(Number(value) >= minimum, `must not be less than ${minimum}`, 'VALUE_TOO_SMALL') ??
    refuseUnless(Number(value) <= maximum, `must not be greater than ${maximum}`, 'VALUE_TOO_LARGE')
  );
}

function optionFault(variable: unknown, value: unknown): ValueFault | undefined {
  const values = listOf(own(variable, 'options')).map((option) => own(option, 'value'));
  if (values.includes(value)) return undefined;
  return { code: 'INVALID_VALUE', message: `must be one of its options${didYouMean(value, values)}` };
}

function moneyFault(variable: unknown, value: unknown): ValueFault | undefined {
  const amount = own(value, 'amount');
  const currency = own(value, 'currency');
  const isMoney = typeof amount === 'number' && typeof currency === 'string' && /^[A-Z]{3}$/.test(currency);
  const hasMore = Object.keys(isPlainObject(value) ? value : {}).length > 2;
  const message = 'must have an amount and a currency of three capitals: { "amount": 9.5, "currency": "EUR" }';
  return refuseUnless(isMoney && !hasMore, message) ?? boundsFault(variable, amount);
}

function itemsFault(variable: unknown, value: unknown): ValueFault | undefined {
  const least = numberOf(variable, 'min_items') ?? 0;
  const most = numberOf(variable, 'max_items') ?? MAX_LIST_ITEMS;
  const { length } = listOf(value);
  return (
    refuseUnless(length >= least, `must have at least ${least} items`, 'VALUE_TOO_SMALL') ??
    refuseUnless(length <= most, `must have at most ${most} items, not ${length}`, 'VALUE_TOO_LARGE')
  );
}

function checkItems(variable: unknown, items: readonly unknown[], path: Path, check: ValueCheck): void {
  const fields = own(variable, 'fields');
  // Lists in deeper lists are refused where they are declared.
  if (!isPlainObject(fields) || path.length > 4 + 2 * MAX_LIST_DEPTH) return;
  for (const [index, item] of items.entries()) {
    const at = [...path, index];
    if (!isPlainObject(item)) {
      check.faults.add(at, { code: 'INVALID_TYPE', message: `${nameOf(at)} must be an object`, value: item });
      continue;
    }
    for (const [name, value] of Object.entries(item)) {
      const field = own(fields, name);
      if (field !== undefined) checkVariableValue(field, value, [...at, name], check);
      else {
        const proposal = check.faults.isFull ? '' : didYouMean(name, Object.keys(fields));
        const message = `${name.slice(0, 64)} is not a field of ${nameOf(path)}${proposal}`;
        check.faults.add([...at, name], { code: 'INVALID_VALUE', message, value });
      }
    }
  }
}

function refuseUnless(isRight: boolean, message: string, code: FaultCode = 'INVALID_VALUE'): ValueFault | undefined {
  return isRight ? undefined : { code, message };
}

function numberOf(variable: unknown, name: string): number | undefined {
  const value = own(variable, name);
  return typeof value === 'number' ? value : undefined;
}

/** The name of a value in messages: `price`, `listings[3]`. */
function nameOf(path: Path): string {
  const step = path.at(-1) ?? 'value';
  return typeof step === 'number' ? `${String(path.at(-2) ?? '')}[${step}]` : step.slice(0, 64);
}
