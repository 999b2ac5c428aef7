import { describe, expect, it } from '@jest/globals';
import { colorError, specRenderers } from '../testing/spec-renderers.js';

const renderers = specRenderers();

type Rgb = readonly [number, number, number];

const RED: Rgb = [255, 0, 0];
const GRAY: Rgb = [128, 128, 128];
const WHITE: Rgb = [255, 255, 255];

/** Five icons of 40 px from (40, 70) on, 10 px apart. */
const RATING = {
  name: 'rating',
  type: 'rating',
  x: 40,
  y: 70,
  width: 240,
  height: 40,
  gap: 10,
  icon: 'circle',
  active_fill_color: '#ff0000',
  inactive_fill_color: '#808080',
};

/** Points of the icons' left and right halves, ten in all. */
const HALVES = Array.from({ length: 10 }, (_, half) => [40 + Math.floor(half / 2) * 50 + 10 + (half % 2) * 20, 90]);

async function frameOf(rating: object): Promise<Uint8Array> {
  return renderers.frame({ layers: [{ ...RATING, ...rating }] });
}

describe('a rating layer', () => {
  it.each([
    [0, 0],
    [2, 4],
    [3.5, 7],
    [3.2, 6],
    [3.3, 7],
    [5, 10],
    [9, 10],
  ])('of %d lights %d half icons', async (rating, lit) => {
    const frame = await frameOf({ rating });
    const wrong = HALVES.filter(([x, y], half) => colorError(frame, [x!, y!], half < lit ? RED : GRAY) > 1);
    expect(wrong).toEqual([]);
  });

  it('shows any part of an icon while its rating moves', async () => {
    const frame = await frameOf({ rating: 0, keyframes: { rating: [{ time: 0, value: 0.8 }] } });
    expect(colorError(frame, [66, 90], RED)).toBeLessThanOrEqual(1);
    expect(colorError(frame, [76, 90], GRAY)).toBeLessThanOrEqual(1);
  });

  it('keeps its icons square, as large as fit, in the middle of the box', async () => {
    const frame = await frameOf({ rating: 1, rating_max: 3, width: 240, height: 100, y: 40, gap: 0 });
    expect(colorError(frame, [80, 90], RED)).toBeLessThanOrEqual(1);
    expect(colorError(frame, [240, 90], GRAY)).toBeLessThanOrEqual(1);
    expect(colorError(frame, [80, 46], WHITE)).toBeLessThanOrEqual(1);
  });

  it.each([
    ['star', [60, 90], [43, 74]],
    ['heart', [60, 90], [43, 107]],
    ['circle', [60, 90], [42, 72]],
  ] as const)('draws a %s', async (icon, inside, outside) => {
    const frame = await frameOf({ rating: 5, icon });
    expect([colorError(frame, inside, RED) <= 1, colorError(frame, outside, WHITE) <= 1]).toEqual([true, true]);
  });
});
