import { expect, it } from '@jest/globals';
import { fittedCosts } from './fitted-costs.js';

it('constants are found again from what works took, and one that nothing uses stays', () => {
  const costs = { pixel: 3, frame: 200_000, unused: 7 };
  const works = Array.from({ length: 300 }, (_, n) => ({ pixel: 1e5 * ((n * 7) % 11), frame: 1 + (n % 3) }));
  const samples = works.map((work) => ({ work, ms: (work.pixel * costs.pixel + work.frame * costs.frame) / 1e6 }));
  const fitted = fittedCosts(samples, { pixel: 6, frame: 50_000, unused: 7 });
  expect(fitted.pixel / costs.pixel).toBeCloseTo(1, 1);
  expect(fitted.frame / costs.frame).toBeCloseTo(1, 1);
  expect(fitted.unused).toBe(7);
});
