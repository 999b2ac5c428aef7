import { defineRule } from '../shape/define-rule.js';

/** Per cent from 0 to 100, with as many decimals as a double is printed with. */
const PERCENT = /^(100(\.0{1,20})?|[0-9]{1,2}(\.[0-9]{1,20})?)%$/;

/** A part of a whole: a number from 0 to 1, or a percentage. */
export type Share = number | `${number}%`;

/** True for a number from 0 to 1, or a percentage from 0 to 100. */
function isShare(value: unknown): value is Share {
  return typeof value === 'number' ? value >= 0 && value <= 1 : typeof value === 'string' && PERCENT.test(value);
}

/** The share as a number from 0 to 1. */
export function shareOf(share: Share): number {
  return typeof share === 'number' ? share : Number.parseFloat(share) / 100;
}

export function IsShare(): PropertyDecorator {
  return defineRule({
    name: 'isShare',
    code: 'INVALID_VALUE',
    types: ['number', 'string'],
    message: 'must be a number from 0 to 1 or a percentage such as "30%"',
    maxCharacters: 32,
    schema: { format: 'length', pattern: PERCENT.source, minimum: 0, maximum: 1, examples: [0.5, '30%'] },
    test: isShare,
  });
}
