import { ExpressionFault } from './expression-fault.js';
import { MAX_EXPRESSION_CHARACTERS } from './expression.js';
import { parseExpression } from './language.js';
import { defineRule } from '../shape/define-rule.js';

/** An expression of the Common Expression Language that stands alone, without braces around it. */
export function IsExpression(): PropertyDecorator {
  return defineRule({
    name: 'isExpression',
    code: 'INVALID_VALUE',
    types: ['string'],
    message: (value) => `is no expression: ${typeof value === 'string' ? whyUnreadable(value) : ''}`,
    maxCharacters: MAX_EXPRESSION_CHARACTERS,
    schema: { minLength: 1 },
    test: (value) => typeof value === 'string' && whyUnreadable(value) === undefined,
  });
}

function whyUnreadable(text: string): string | undefined {
  const read = parseExpression(text);
  return read instanceof ExpressionFault ? read.message : undefined;
}
