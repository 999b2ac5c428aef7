import { expect, it } from '@jest/globals';
import { isInFrameUnits, isLengthLike, lengthLike, lengthPx } from './lengths.js';

const FRAME = { width: 1080, height: 1920 };

it.each([
  ['12vw', 129.6],
  ['8vh', 153.6],
  ['4vmin', 43.2],
  ['3vmax', 57.6],
  ['-2.5vw', -27],
  ['50%', 200],
  [17, 17],
])('%s is %d pixels in a frame of 1080 × 1920 and a parent of 400', (length, pixels) => {
  expect(lengthPx(length, 400, FRAME)).toBeCloseTo(pixels, 9);
});

it.each(['%', 'vw', 'vh', 'vmin', 'vmax'])('a length in %s keeps its unit when it gets other pixels', (unit) => {
  const changed = lengthLike(`10${unit}`, 54, 400, FRAME);
  expect(changed).toMatch(new RegExp(`^[0-9.]+${unit}$`));
  expect(lengthPx(changed, 400, FRAME)).toBeCloseTo(54, 1);
});

it('pixels stay pixels', () => {
  expect(lengthLike(10, 54.321, 400, FRAME)).toBe(54.32);
  expect(lengthLike(undefined, 54, 400, FRAME)).toBe(54);
});

it('only texts that end in a unit of the frame are in units of the frame', () => {
  expect(['1vw', '1vmin', '1%', 1, 'auto', undefined].map(isInFrameUnits)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
  expect(['1vw', '1%', 1, 'auto', null].map(isLengthLike)).toEqual([true, true, true, false, false]);
});
