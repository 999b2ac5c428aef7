import { defineRule } from './define-rule.js';

/** An object of at most so many keys. */
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
