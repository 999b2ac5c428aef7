import { MAX_FIELDS, MAX_LIST_ITEMS, MAX_VALUE_CHARACTERS } from '../document-limits.js';
import { ANY_TEXT } from '../shape/constraint-schemas.js';
import { defineRule, type JsonType } from '../shape/define-rule.js';
import { isList, isPlainObject } from '../shape/json.js';

const ITEM_SCHEMA = { type: 'object', maxProperties: MAX_FIELDS, additionalProperties: true } as const;

/** The value of a variable of type `money`. With an object of any members, generators could not make a client for Java. */
const MONEY_SCHEMA = {
  type: 'object',
  required: ['amount', 'currency'],
  properties: {
    amount: { type: 'number', description: 'The amount, in units of the currency.' },
    currency: { type: 'string', pattern: '^[A-Z]{3}$', description: 'Code of the currency by ISO 4217: `EUR`.' },
  },
  additionalProperties: false,
} as const;

/** The value of a variable of any type, as JSON Schema. */
export const VARIABLE_VALUE_SCHEMA = {
  /** The name that generators of clients give it, wherever it stands. */
  title: 'VariableValue',
  anyOf: [
    { type: 'string', pattern: ANY_TEXT, maxLength: MAX_VALUE_CHARACTERS },
    { type: 'number' },
    { type: 'boolean' },
    MONEY_SCHEMA,
    { type: 'array', maxItems: MAX_LIST_ITEMS, items: ITEM_SCHEMA },
  ],
} as const;

const TYPES: readonly JsonType[] = ['string', 'number', 'boolean', 'object', 'array'];

/** A value of a variable. Its type decides which of these are valid. */
export function IsVariableValue(): PropertyDecorator {
  const rules = [
    defineRule({
      name: 'isVariableValue',
      code: 'INVALID_TYPE',
      types: TYPES,
      message: 'must be a value of the type of the variable',
      maxCharacters: MAX_VALUE_CHARACTERS,
      schema: VARIABLE_VALUE_SCHEMA,
      test: (value) => value !== null,
    }),
    defineRule({
      name: 'hasMaxMembers',
      code: 'VALUE_TOO_LARGE',
      types: TYPES,
      message: `must have at most ${MAX_FIELDS} entries`,
      test: (value) => !isPlainObject(value) || Object.keys(value).length <= MAX_FIELDS,
    }),
    defineRule({
      name: 'arrayMaxSize',
      arguments: [MAX_LIST_ITEMS],
      code: 'VALUE_TOO_LARGE',
      types: TYPES,
      message: (value) => `must have at most ${MAX_LIST_ITEMS} items, not ${isList(value) ? value.length : 0}`,
      test: (value) => !isList(value) || value.length <= MAX_LIST_ITEMS,
    }),
  ];
  return (target, property) => {
    for (const rule of rules) rule(target, property);
  };
}
