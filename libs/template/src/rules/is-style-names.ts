import { MAX_STYLES_OF_LAYER } from '../document-limits.js';
import { defineRule } from '../shape/define-rule.js';
import { listOf } from '../shape/json.js';
import { RECORD_KEY } from '../shape/record-of.js';

const NAME = { type: 'string', pattern: RECORD_KEY.source, maxLength: 64 };

/** The name of a style, or a list of names. */
export function IsStyleNames(): PropertyDecorator {
  return defineRule({
    name: 'isStyleNames',
    code: 'INVALID_VALUE',
    types: ['string', 'array'],
    message: `must be the name of a style, or a list of at most ${MAX_STYLES_OF_LAYER} names`,
    maxCharacters: 64,
    schema: { pattern: RECORD_KEY.source, maxItems: MAX_STYLES_OF_LAYER, items: NAME },
    test: (value) => isName(value) || (listOf(value).length <= MAX_STYLES_OF_LAYER && listOf(value).every(isName)),
  });
}

function isName(value: unknown): boolean {
  return typeof value === 'string' && RECORD_KEY.test(value);
}
