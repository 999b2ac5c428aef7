import { expect, it } from '@jest/globals';
import { SAFE_AREAS, type SafeAreaName, safeRect } from './safe-areas.js';

it.each(Object.keys(SAFE_AREAS) as SafeAreaName[])('%s lies in the frame, in every size of it', (name) => {
  for (const size of [
    { width: 1080, height: 1920 },
    { width: 1920, height: 1080 },
  ]) {
    const { x, y, width, height } = safeRect(name, size);
    expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
    expect(Math.min(width / size.width, height / size.height)).toBeGreaterThan(0.4);
    expect(x + width).toBeLessThanOrEqual(size.width);
    expect(y + height).toBeLessThanOrEqual(size.height);
  }
});

it('of Reels leaves 14 % above, 35 % below and 6 % at the sides', () => {
  const { x, y, width, height } = safeRect('instagram_reels', { width: 1000, height: 2000 });
  expect([x, y, width, height].map(Math.round)).toEqual([60, 280, 880, 1020]);
});
