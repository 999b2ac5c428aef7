import { charactersOf, defineRule } from '../shape/define-rule.js';

/**
 * A password, a token or another secret of `min` to `max` characters. Where a class has one, no fault of its objects
 * repeats a value, so that no secret reaches a log or a screen. Faults: VALUE_TOO_SMALL, VALUE_TOO_LARGE.
 */
export function IsSecret({ min = 1, max }: { min?: number; max: number }): PropertyDecorator {
  return defineRule({
    name: 'isSecret',
    code: 'VALUE_TOO_SMALL',
    types: ['string'],
    message: `must be at least ${min} characters long`,
    maxCharacters: max,
    isSecret: true,
    schema: { format: 'password', minLength: min },
    test: (value) => typeof value === 'string' && charactersOf(value) >= min,
  });
}
