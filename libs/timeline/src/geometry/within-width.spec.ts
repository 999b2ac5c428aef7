import { expect, it } from '@jest/globals';
import { withinWidth } from './within-width.js';

it.each([
  [{ width: 1920, height: 1080 }, 480, { width: 480, height: 270 }],
  [{ width: 1080, height: 1920 }, 480, { width: 480, height: 853 }],
  [{ width: 640, height: 360 }, 321, { width: 321, height: 181 }],
  [{ width: 640, height: 360 }, 640, { width: 640, height: 360 }],
  [{ width: 640, height: 360 }, 3840, { width: 640, height: 360 }],
  [{ width: 640, height: 360 }, null, { width: 640, height: 360 }],
  [{ width: 3840, height: 16 }, 16, { width: 16, height: 1 }],
])('a picture of %j within a width of %p has %j', (size, maxWidth, expected) => {
  expect(withinWidth(size, maxWidth)).toEqual(expected);
});
