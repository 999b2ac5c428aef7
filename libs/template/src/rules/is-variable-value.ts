import { MAX_VALUE_CHARACTERS } from '../document-limits.js';
import { ANY_TEXT } from '../shape/constraint-schemas.js';
import { defineRule } from '../shape/define-rule.js';

/** The value of a variable of any type, as JSON Schema. */
export const VARIABLE_VALUE_SCHEMA = {
  anyOf: [
    { type: 'string', pattern: ANY_TEXT, maxLength: MAX_VALUE_CHARACTERS },
    { type: 'number' },
    { type: 'boolean' },
    { type: 'object', additionalProperties: true },
    { type: 'array', items: { type: 'object', additionalProperties: true } },
  ],
} as const;

/** A value of a variable. Its type decides which of these are valid. */
export function IsVariableValue(): PropertyDecorator {
  return defineRule({
    name: 'isVariableValue',
    code: 'INVALID_TYPE',
    types: ['string', 'number', 'boolean', 'object', 'array'],
    message: 'must be a value of the type of the variable',
    maxCharacters: MAX_VALUE_CHARACTERS,
    schema: VARIABLE_VALUE_SCHEMA,
    test: (value) => value !== null,
  });
}
