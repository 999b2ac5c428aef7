import { isGradient, MAX_PAINT_CHARACTERS } from './gradient.js';
import { isCssColor } from './is-color.js';
import { defineRule } from './define-rule.js';

/** True for a CSS color or a linear-, radial- or conic-gradient(). */
export function isPaint(value: unknown): value is string {
  return isCssColor(value) || isGradient(value);
}

export function IsPaint(): PropertyDecorator {
  return defineRule({
    name: 'isPaint',
    code: 'INVALID_VALUE',
    types: ['string'],
    message: 'must be a CSS color or a linear-, radial- or conic-gradient()',
    maxCharacters: MAX_PAINT_CHARACTERS,
    schema: { examples: ['#0f3d3e', 'linear-gradient(90deg, #0f3d3e, #e2dcc8)'] },
    test: isPaint,
  });
}
