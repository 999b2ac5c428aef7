import { expect, it } from '@jest/globals';
import { frameRateOf } from './formats.js';

it.each([
  ['mp4', undefined, 24],
  ['webm', 30, 30],
  ['gif', undefined, 12],
  ['gif', 30, 12],
] as const)('a %s requested at %p frames per second has %d', (format, fps, expected) => {
  expect(frameRateOf(format, fps)).toBe(expected);
});
