import { describe, expect, it } from '@jest/globals';
import { isMissingPart } from '../../apps/console/src/shell/missing-part.ts';

describe('a file of the program that could not be loaded', () => {
  it.each([
    ['Unable to preload CSS for /console/assets/panel-BU25z8HX.css', true],
    ['Failed to fetch dynamically imported module: http://127.0.0.1/console/assets/x.js', true],
    ['error loading dynamically imported module: http://127.0.0.1/x.js', true],
    ['x is not a function', false],
  ])('is known by its message: %s', (message, isMissing) => {
    expect(isMissingPart(new TypeError(message))).toBe(isMissing);
  });
});
