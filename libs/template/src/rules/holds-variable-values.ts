import { defineRule } from '../shape/define-rule.js';
import { VARIABLE_VALUE_SCHEMA } from './is-variable-value.js';

/**
 * Accepts the values of variables, by name; any of them may be an address. The type of each value is checked together with
 * the declarations of the variables.
 */
export function HoldsVariableValues(): PropertyDecorator {
  return defineRule({
    name: 'holdsVariableValues',
    code: 'INVALID_TYPE',
    types: ['object'],
    message: 'must be an object',
    isAddress: true,
    schema: { additionalProperties: VARIABLE_VALUE_SCHEMA },
    test: () => true,
  });
}
