import { describe, expect, it } from '@jest/globals';
import { easingOf } from './easing.js';

const FAMILIES = ['sine', 'quad', 'cubic', 'quart', 'quint', 'expo', 'circ', 'back', 'elastic', 'bounce'];
const NAMED = FAMILIES.flatMap((family) => ['in', 'out', 'in-out'].map((side) => `${side}-${family}`));
const ALL = [
  ...NAMED,
  'linear',
  'ease',
  'ease-in',
  'ease-out',
  'ease-in-out',
  'spring',
  'steps(3)',
  'cubic-bezier(0.2, 0, 0, 1)',
];

describe('every easing', () => {
  it.each(ALL)('%s begins at 0, ends at 1 and stays near in between', (name) => {
    const easing = easingOf(name);
    expect([easing(-1), easing(0), easing(1), easing(2)]).toEqual([0, 0, 1, 1]);
    for (let i = 1; i < 100; i += 1) expect(Math.abs(easing(i / 100) - 0.5)).toBeLessThan(1);
  });

  it.each(ALL.filter((name) => !name.startsWith('steps')))('%s does not jump, at its ends neither', (name) => {
    const easing = easingOf(name);
    for (let i = 1; i <= 1000; i += 1) expect(Math.abs(easing(i / 1000) - easing((i - 1) / 1000))).toBeLessThan(0.05);
    expect(Math.abs(easing(1e-7))).toBeLessThan(0.0005);
    expect(Math.abs(1 - easing(1 - 1e-7))).toBeLessThan(0.0005);
  });
});

describe('known points', () => {
  it.each([
    ['linear', 0.3, 0.3],
    ['ease', 0.5, 0.8024],
    ['ease-in-out', 0.5, 0.5],
    ['in-quad', 0.5, 0.25],
    ['out-cubic', 0.5, 0.875],
    ['in-out-quart', 0.25, 0.03125],
    ['in-sine', 0.5, 1 - Math.SQRT1_2],
    ['out-bounce', 1 / 2.75, 1],
    ['in-back', 0.5, -0.0877],
    ['out-elastic', 0.5, 1.01515],
    ['steps(4)', 0.49, 0.25],
    ['steps(4)', 0.5, 0.5],
  ])('%s at %d is %d', (name, progress, value) => expect(easingOf(name)(progress)).toBeCloseTo(value, 4));
});

it('refuses what is no easing', () => expect(() => easingOf('zoom')).toThrow(RangeError));
