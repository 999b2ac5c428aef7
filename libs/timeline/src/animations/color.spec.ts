import { describe, expect, it } from '@jest/globals';
import { flatten, mixedColor } from './color.js';

/** A color far beyond sRGB: clipped it would be #00df00, mapped it keeps its hue and lightness. */
const VIVID = 'oklch(70% 0.4 140)';

describe('a color laid over another', () => {
  it.each([
    ['#ff0000', 'rgb(255, 0, 0)'],
    [' RGB(255 0 0 / 50%)\t', 'rgb(255, 128, 128)'],
    ['transparent', 'rgb(255, 255, 255)'],
  ])('%j over white is %s', (color, expected) => expect(flatten(color, 'white')).toBe(expected));
});

describe('a color on its way to another', () => {
  it('is each of them at the ends, however they are written', () => {
    expect(mixedColor(' RED ', 'blue', 0)).toBe('rgb(255, 0, 0)');
    expect(mixedColor(' RED ', '\tBLUE', 1)).toBe('rgb(0, 0, 255)');
  });

  it('is outside sRGB the same as at rest', () => {
    expect(mixedColor(VIVID, 'black', 0)).toBe(flatten(VIVID, 'black'));
    expect(flatten(VIVID, 'black')).not.toMatch(/^rgb\(0, /);
  });
});
