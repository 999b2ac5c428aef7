import { MAX_VALUE_CHARACTERS } from '../document-limits.js';
import { ANY_TEXT } from '../shape/constraint-schemas.js';
import { defineRule } from '../shape/define-rule.js';

/** The value of a variable of any type, as JSON Schema. */
export const VARIABLE_VALUE_SCHEMA = {
  anyOf: [
    { type: 'string', pattern: ANY_TEXT, maxLength: MAX_VALUE_CHARACTERS },
    { type: 'number' },
    { type: 'boolean' },
  ],
} as const;

/** A value of a variable. Its type decides which of these are valid. */
export function IsVariableValue(): PropertyDecorator {
  return defineRule({
    name: 'isVariableValue',
    code: 'INVALID_TYPE',
    types: ['string', 'number', 'boolean'],
    message: 'must be a string, a number or a boolean',
    maxCharacters: MAX_VALUE_CHARACTERS,
    test: (value) => ['string', 'number', 'boolean'].includes(typeof value),
  });
}
