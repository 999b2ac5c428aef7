import { describe, expect, it } from '@jest/globals';
import { createCanvas } from '../skia.js';
import { paintStyle } from './paint.js';

type Rgb = readonly [r: number, g: number, b: number];

const BOX = { width: 120, height: 80 };
const RED: Rgb = [255, 0, 0];
const LIME: Rgb = [0, 255, 0];
const BLUE: Rgb = [0, 0, 255];

/** The colors of a paint that fills a box, by place. */
function painted(paint: string): (x: number, y: number) => Rgb {
  const canvas = createCanvas(BOX.width, BOX.height);
  const context = canvas.getContext('2d');
  context.fillStyle = paintStyle(context, paint, BOX);
  context.fillRect(0, 0, BOX.width, BOX.height);
  const { data } = context.getImageData(0, 0, BOX.width, BOX.height);
  return (x, y) => [...data.subarray((y * BOX.width + x) * 4, (y * BOX.width + x) * 4 + 3)] as unknown as Rgb;
}

/** Share of a turn, clockwise from the top, at which the middle of a pixel lies. */
function turnOf(x: number, y: number, [centerX, centerY]: readonly [number, number]): number {
  const turn = Math.atan2(x + 0.5 - centerX, centerY - y - 0.5) / (2 * Math.PI);
  return turn - Math.floor(turn);
}

/** The largest difference of a channel to what CSS Images 4 §3.3 says, not too close to the center. */
function worst(
  paint: string,
  center: readonly [number, number],
  colorAt: (turn: number) => Rgb | undefined,
): { error: number; compared: number } {
  const color = painted(paint);
  let [error, compared] = [0, 0];
  for (let y = 0; y < BOX.height; y++) {
    for (let x = 0; x < BOX.width; x++) {
      const expected = colorAt(turnOf(x, y, center));
      if (!expected || Math.hypot(x - center[0], y - center[1]) < 12) continue;
      compared += 1;
      error = Math.max(error, ...color(x, y).map((value, i) => Math.abs(value - expected[i]!)));
    }
  }
  return { error, compared };
}

/** Red at 0, lime at a third, blue at two thirds, and red again, from an angle. */
function wheel(turn: number, from: number): Rgb {
  const at = 3 * (turn - from - Math.floor(turn - from));
  const [a, b] = (
    [
      [RED, LIME],
      [LIME, BLUE],
      [BLUE, RED],
    ] as const
  )[Math.min(2, Math.floor(at))]!;
  const share = at - Math.min(2, Math.floor(at));
  return [0, 1, 2].map((i) => a[i]! * (1 - share) + b[i]! * share) as unknown as Rgb;
}

describe('a conic gradient', () => {
  it.each([
    ['0deg', 0],
    ['45deg', 1 / 8],
    ['90deg', 1 / 4],
    ['200deg', 200 / 360],
    ['-30deg', -1 / 12],
    ['0.9turn', 0.9],
    ['1000deg', 1000 / 360],
    ['1rad', 1 / (2 * Math.PI)],
    ['100grad', 1 / 4],
  ])('begins at its angle and has no seam: from %s', (angle, turns) => {
    const paint = `conic-gradient(from ${angle}, red, lime, blue, red)`;
    const { error, compared } = worst(paint, [60, 40], (turn) => wheel(turn, turns));
    expect(compared).toBeGreaterThan(8000);
    expect(error).toBeLessThanOrEqual(3);
  });

  it.each([
    ['at 20px 60px', [20, 60]],
    ['at left top', [0, 0]],
    ['at 130px -10px', [130, -10]],
  ] as const)('turns around its position: %s', (at, center) => {
    const { error } = worst(`conic-gradient(from 75deg ${at}, red, lime, blue, red)`, center, (turn) =>
      wheel(turn, 75 / 360),
    );
    expect(error).toBeLessThanOrEqual(3);
  });

  it('has hard stops, between which nothing is mixed', () => {
    const sectors = (turn: number): Rgb | undefined => {
      const at = (turn - 50 / 360 + 1) % 1;
      const isNearEdge = [0, 0.25, 0.7, 1].some((edge) => Math.abs(at - edge) < 0.02);
      return isNearEdge ? undefined : at < 0.25 ? RED : at < 0.7 ? LIME : BLUE;
    };
    const paint = 'conic-gradient(from 50deg, red 25%, lime 25% 70%, blue 70%)';
    expect(worst(paint, [60, 40], sectors).error).toBe(0);
  });

  it('fades to transparent in its own color', () => {
    const color = painted('conic-gradient(from 180deg, red, transparent)');
    expect([color(110, 40), color(10, 40), color(64, 76)].map(([r, g, b]) => [r > 250, g, b])).toEqual([
      [true, 0, 0],
      [true, 0, 0],
      [true, 0, 0],
    ]);
  });

  it('continues stops that begin before its angle or end beyond a whole turn', () => {
    const halfway = (turn: number): Rgb => {
      const at = (turn - 0.5 + 1) % 1;
      const share = (at + 0.5) / 2;
      return [255 * (1 - share), 0, 255 * share];
    };
    const isFarFromEdge = (turn: number): boolean => Math.abs(turn - 0.5) > 0.02;
    const paint = 'conic-gradient(from 180deg, red -180deg, blue 540deg)';
    const { error } = worst(paint, [60, 40], (turn) => (isFarFromEdge(turn) ? halfway(turn) : undefined));
    expect(error).toBeLessThanOrEqual(3);
  });
});
