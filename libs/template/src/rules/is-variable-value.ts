import { defineRule } from './define-rule.js';

/** Characters (docs/api.md: text): of a value, and of what any field takes. */
export const MAX_VALUE_CHARACTERS = 10_000;

/** What a variable may hold; which of them depends on its type. */
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
