import { describe, expect, it } from '@jest/globals';
import { isCssColor } from './is-color.js';
import { isPaint } from './is-paint.js';

describe('a color is any CSS color', () => {
  it.each([
    'red',
    'RED',
    '#abc',
    '#aabbcc80',
    'rgb(1 2 3 / 50%)',
    'hsl(20, 30%, 40%)',
    'oklch(60% 0.2 20)',
    'transparent',
    ' RGB(1, 2, 3)\t',
  ])('takes %s', (color) => expect(isCssColor(color)).toBe(true));

  it.each([
    '',
    'ff0000',
    'abc',
    '#12',
    'redd',
    'constructor',
    '__proto__',
    'url(x)',
    'red;',
    'color(',
    'color(__proto__ 1 1 1)',
    'rgb(1e999 0 0)',
    `#fff${' '.repeat(600)}`,
  ])('refuses %j', (color) => expect(isCssColor(color)).toBe(false));
});

describe('a paint is a color or a CSS gradient', () => {
  it.each([
    'red',
    'linear-gradient(red, blue)',
    'linear-gradient(45deg, red 0%, blue 100%)',
    'linear-gradient(to bottom right, rgba(0,0,0,0.5), transparent 20px 40px)',
    'linear-gradient(0.25turn, red, 30%, blue)',
    'linear-gradient(red 33.333333333333336%, blue -.5px)',
    'Radial-Gradient(circle at center, white, black)',
    'radial-gradient(ellipse 20px 40% at 10% 20%, white, black 80%)',
    'conic-gradient(from 90deg at 50% 50%, red, oklch(60% 0.2 20) 120deg, red)',
  ])('takes %s', (paint) => expect(isPaint(paint)).toBe(true));

  it.each([
    'linear-gradient(red)',
    'linear-gradient()',
    'linear-gradient(to nowhere, red, blue)',
    'linear-gradient(red, blue',
    'linear-gradient(red, blue))',
    'linear-gradient(red,, blue)',
    'linear-gradient(30%, red, blue)',
    'linear-gradient(red, url(x))',
    'radial-gradient(at nowhere, red, blue)',
    'conic-gradient(from 10px, red, blue)',
    'repeating-linear-gradient(red, blue)',
    `linear-gradient(${'red,'.repeat(100)}blue)`,
    `linear-gradient(${'9'.repeat(400)}deg, red, blue)`,
    `linear-gradient(red ${'9'.repeat(400)}px, blue)`,
    `radial-gradient(at ${'9'.repeat(400)}% 0, red, blue)`,
    '('.repeat(5000),
  ])('refuses %.60s', (paint) => expect(isPaint(paint)).toBe(false));
});
