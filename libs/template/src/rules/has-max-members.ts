import { defineRule } from '../shape/define-rule.js';

/** Limits the number of keys of an object. */
export function HasMaxMembers(most: number): PropertyDecorator {
  return defineRule({
    name: 'hasMaxMembers',
    code: 'VALUE_TOO_LARGE',
    types: ['object'],
    message: `must have at most ${most} entries`,
    schema: { maxProperties: most },
    test: (value) => typeof value === 'object' && value !== null && Object.keys(value).length <= most,
  });
}
