import { describe, expect, it } from '@jest/globals';
import { over, parseColor } from './css-color.js';
import { type ResolvedGradient, gradientIn } from './css-gradient.js';
import { shadowsOf, shadowReach } from './css-shadow.js';

const BOX = { width: 200, height: 100 };
const RED = { r: 255, g: 0, b: 0, alpha: 1 };
const BLUE = { r: 0, g: 0, b: 255, alpha: 1 };

function gradient(css: string): ResolvedGradient {
  return gradientIn(BOX, css)!;
}

function line(css: string): number[] {
  const { x0, y0, x1, y1 } = gradient(css) as ResolvedGradient & { form: 'linear' };
  return [x0, y0, x1, y1].map((value) => Math.round(value * 100) / 100 + 0);
}

describe('parseColor', () => {
  it.each([
    ['#f00', RED],
    ['rgb(0 0 255)', BLUE],
    ['hsl(0, 100%, 50%)', RED],
    ['transparent', { r: 0, g: 0, b: 0, alpha: 0 }],
    ['rgba(0,0,255,0.5)', { ...BLUE, alpha: 0.5 }],
    ['oklch(62.8% 0.2577 29.23)', RED],
    [' RGB(255, 0, 0) ', RED],
  ])('reads %s', (css, expected) => {
    expect(parseColor(css)).toEqual(expected);
  });

  it('brings colors beyond sRGB into it without losing their lightness', () => {
    const { r, g, b } = parseColor('oklch(70% 0.4 150)');
    expect(g).toBeGreaterThan(Math.max(r, b));
    expect([r, g, b].every((channel) => channel >= 0 && channel <= 255)).toBe(true);
  });

  it('refuses any other text', () => {
    expect(() => parseColor('{{accent}}')).toThrow('not a CSS color');
  });
});

describe('over', () => {
  it('composites a translucent color over an opaque one', () => {
    expect(over({ ...RED, alpha: 0.5 }, { r: 255, g: 255, b: 255, alpha: 1 })).toEqual({
      r: 255,
      g: 128,
      b: 128,
      alpha: 1,
    });
  });
});

describe('gradientIn', () => {
  it.each([
    ['linear-gradient(red, blue)', [100, 0, 100, 100]],
    ['linear-gradient(90deg, red, blue)', [0, 50, 200, 50]],
    ['linear-gradient(to left, red, blue)', [200, 50, 0, 50]],
    ['linear-gradient(0.25turn, red, blue)', [0, 50, 200, 50]],
    // The 50 % line of a corner gradient runs through the two other corners (CSS Images 3, example 5).
    ['linear-gradient(to top right, red, blue)', [60, 130, 140, -30]],
  ])('runs %s along the right line', (css, expected) => {
    expect(line(css)).toEqual(expected);
  });

  it('distributes stops without positions, and never lets positions decrease', () => {
    const places = (css: string): number[] => gradient(css).stops.map(({ at }) => at);
    expect(places('linear-gradient(red, lime, blue)')).toEqual([0, 0.5, 1]);
    expect(places('linear-gradient(red 20%, lime, blue, white 80%)').map((at) => at.toFixed(2))).toEqual([
      '0.20',
      '0.40',
      '0.60',
      '0.80',
    ]);
    expect(places('linear-gradient(red 60%, blue 20%)')).toEqual([0.6, 0.6]);
    expect(places('linear-gradient(90deg, red 50px, blue)')).toEqual([0.25, 1]);
    expect(places('linear-gradient(red 10% 30%, blue)')).toEqual([0.1, 0.3, 1]);
    expect(places('conic-gradient(red, blue 90deg, red)')).toEqual([0, 0.25, 1]);
  });

  it.each([
    ['radial-gradient(red, blue)', { x: 100, y: 50, rx: 100 * Math.SQRT2, ry: 50 * Math.SQRT2 }],
    ['radial-gradient(circle, red, blue)', { x: 100, y: 50, rx: Math.hypot(100, 50), ry: Math.hypot(100, 50) }],
    ['radial-gradient(circle closest-side at 30px 40%, red, blue)', { x: 30, y: 40, rx: 30, ry: 30 }],
    ['radial-gradient(20px 10px at right bottom, red, blue)', { x: 200, y: 100, rx: 20, ry: 10 }],
  ])('finds center and radii of %s', (css, expected) => {
    expect(gradient(css)).toMatchObject(expected);
  });

  it('fades to transparent without passing through gray', () => {
    const { stops } = gradient('linear-gradient(red, transparent, blue)');
    expect(stops.map(({ color }) => color)).toEqual([RED, { ...RED, alpha: 0 }, { ...BLUE, alpha: 0 }, BLUE]);
  });

  it('is undefined for a plain color', () => {
    expect(gradientIn(BOX, 'red')).toBeUndefined();
  });
});

describe('shadowsOf', () => {
  it('reads lengths and colors in either order, first on top', () => {
    expect(shadowsOf('0 4px 8px rgba(255, 0, 0, 1), blue -2px 1px')).toEqual([
      { x: 0, y: 4, blur: 8, spread: 0, color: RED },
      { x: -2, y: 1, blur: 0, spread: 0, color: BLUE },
    ]);
    expect(shadowsOf('none')).toEqual([]);
    expect(shadowsOf('')).toEqual([]);
  });

  it('extend by offset, blur and spread', () => {
    expect(shadowReach(shadowsOf('10px -4px 8px 2px red'))).toEqual({ left: 4, top: 18, right: 24, bottom: 10 });
  });
});
