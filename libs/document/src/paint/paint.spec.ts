import { describe, expect, it } from '@jest/globals';
import { converter } from 'culori/fn';
import { isCssColor, parseCssColor } from './color.js';
import { isPaint } from './gradient.js';
import { withShadow } from './shadows.js';

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
    'color(--hsv 120 1 1)',
    'rgb(1e999 0 0)',
    `#fff${' '.repeat(600)}`,
  ])('refuses %j', (color) => expect(isCssColor(color)).toBe(false));
});

describe('a color beyond what its function takes', () => {
  it.each([
    ['rgb(300 -20 51)', { r: 1, g: 0, b: 0.2, alpha: 1 }],
    ['RGBA(300, -20, 51, 0.5)', { r: 1, g: 0, b: 0.2, alpha: 0.5 }],
    ['rgb(none 300 51 / none)', { r: 0, g: 1, b: 0.2, alpha: 0 }],
    ['rgb(255 0 51/ none )', { r: 1, g: 0, b: 0.2, alpha: 0 }],
    ['hsl(0 -50% 50%)', { r: 0.5, g: 0.5, b: 0.5, alpha: 1 }],
    ['color(srgb 1.5 -0.5 0 / none)', { r: 1.5, g: -0.5, b: 0, alpha: 0 }],
  ])('%s is read as CSS does', (css, expected) => {
    const { r, g, b, alpha = 1 } = converter('rgb')(parseCssColor(css)!);
    expect({ r, g, b, alpha }).toEqual(expected);
  });
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
    'radial-gradient(20px circle at -5px -5%, white -10px, black)',
    'radial-gradient(0 0, white, black)',
    'radial-gradient(20% 30px ellipse, white, black)',
    'radial-gradient(closest-side, white, black)',
    'radial-gradient(circle farthest-corner, white, black)',
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
    'radial-gradient(-5px, red, blue)',
    'radial-gradient(circle -5px, red, blue)',
    'radial-gradient(5px -5%, red, blue)',
    'radial-gradient(5%, red, blue)',
    'radial-gradient(circle 5px 5px, red, blue)',
    'radial-gradient(ellipse 5px, red, blue)',
    'radial-gradient(circle ellipse, red, blue)',
    'radial-gradient(circle 5px circle, red, blue)',
    'radial-gradient(5px ellipse 5px, red, blue)',
    'radial-gradient(closest-side 5px, red, blue)',
    'conic-gradient(from 10px, red, blue)',
    'repeating-linear-gradient(red, blue)',
    `linear-gradient(${'red,'.repeat(100)}blue)`,
    `linear-gradient(${'9'.repeat(400)}deg, red, blue)`,
    `linear-gradient(red ${'9'.repeat(400)}px, blue)`,
    `radial-gradient(at ${'9'.repeat(400)}% 0, red, blue)`,
    '('.repeat(5000),
  ])('refuses %.60s', (paint) => expect(isPaint(paint)).toBe(false));
});

describe('a shadow of a list', () => {
  const FRAME = { width: 1000, height: 500 };
  it.each([
    ['4px 4px', 0, '10px -2px 6px'],
    ['4px 4px 8px 2px rgba(0, 0, 0, 0.5)', 0, '10px -2px 6px 2px rgba(0, 0, 0, 0.5)'],
    ['red 1vw 2px 1vh, 0 0 9px blue', 0, 'red 1vw -2px 1.2vh, 0 0 9px blue'],
    ['red 1vw 2px 1vh, 0 0 9px blue', 1, 'red 1vw 2px 1vh, 10px -2px 6px blue'],
  ])('in %j, at %i, has another place and blur in its own units', (list, index, right) => {
    expect(withShadow(list, index, { x: 10, y: -2, blur: 6 }, FRAME)).toBe(right);
  });
});
