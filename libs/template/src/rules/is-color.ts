import { isCssColor, MAX_COLOR_CHARACTERS } from '#libs/document';
import { defineRule } from '../shape/define-rule.js';

export function IsColor(): PropertyDecorator {
  return defineRule({
    name: 'isColor',
    code: 'INVALID_VALUE',
    types: ['string'],
    message: 'must be a CSS color, such as "#0f3d3e"',
    maxCharacters: MAX_COLOR_CHARACTERS,
    schema: { format: 'color', examples: ['#0f3d3e', 'rgb(15 61 62 / 50%)', 'white'] },
    test: isCssColor,
  });
}
