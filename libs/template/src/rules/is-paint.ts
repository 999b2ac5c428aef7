import { isPaint, MAX_PAINT_CHARACTERS } from '#libs/document';
import { defineRule } from '../shape/define-rule.js';

export function IsPaint(): PropertyDecorator {
  return defineRule({
    name: 'isPaint',
    code: 'INVALID_VALUE',
    types: ['string'],
    message: 'must be a CSS color or a linear-, radial- or conic-gradient(), such as "#0f3d3e"',
    maxCharacters: MAX_PAINT_CHARACTERS,
    schema: { format: 'paint', examples: ['#0f3d3e', 'linear-gradient(90deg, #0f3d3e, #e2dcc8)'] },
    test: isPaint,
  });
}
