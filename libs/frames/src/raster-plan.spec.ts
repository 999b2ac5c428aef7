import { describe, expect, it } from '@jest/globals';
import type { Matrix } from '#libs/document';
import { MIN_SCALE } from '#libs/compositor';
import fc from 'fast-check';
import { type Placeable, planRaster, type RasterPlan } from './raster-plan.js';

const FRAME = { width: 640, height: 360 };
const INK = { x: 0, y: 0, width: 200, height: 100 };

function at(x: number, y: number, scale = 1): Matrix {
  return [scale, 0, 0, scale, x, y];
}

function rotated(degrees: number): Matrix {
  const radians = (degrees * Math.PI) / 180;
  return [Math.cos(radians), Math.sin(radians), -Math.sin(radians), Math.cos(radians), 200, 100];
}

/** The point of the frame at which the plan shows a local point. */
function shown({ matrix: [a, b, c, d, e, f], at: place }: RasterPlan, x: number, y: number): [number, number] {
  const { scaleX, scaleY, skewX = 0, skewY = 0 } = place;
  const [column, row] = [a * x + c * y + e, b * x + d * y + f];
  return [place.x + scaleX * column + skewX * row, place.y + skewY * column + scaleY * row];
}

function apply([a, b, c, d, e, f]: Matrix, x: number, y: number): [number, number] {
  return [a * x + c * y + e, b * x + d * y + f];
}

const linear = fc.double({ min: -3, max: 3, noNaN: true });
const upright = fc
  .tuple(fc.double({ min: 0.1, max: 3, noNaN: true }), linear, linear)
  .map(([scale, x, y]) => at(x * 50 + 150, y * 30 + 80, scale));
const matrices = fc.oneof(
  upright,
  fc.integer({ min: 0, max: 359 }).map(rotated),
  fc.tuple(linear, linear, linear, linear).map(([a, b, c, d]): Matrix => [a, b, c, d, 200, 100]),
);

describe('planRaster', () => {
  it('shows every point of a layer where its matrix puts it, within 0.01 px', () => {
    fc.assert(
      fc.property(matrices, matrices, fc.nat(200), fc.nat(100), (matrix, rest, x, y) => {
        const plan = planRaster({ matrix, rest, ink: INK }, FRAME);
        if (!plan) return;
        const [actual, expected] = [shown(plan, x, y), apply(matrix, x, y)];
        expect(Math.hypot(actual[0] - expected[0], actual[1] - expected[1])).toBeLessThan(0.01);
      }),
    );
  });

  it('gives the kernel only sizes and scales that it can work with', () => {
    fc.assert(
      fc.property(matrices, matrices, (matrix, rest) => {
        const plan = planRaster({ matrix, rest, ink: INK }, FRAME);
        if (!plan) return;
        expect([plan.width % 8, plan.height % 2]).toEqual([0, 0]);
        const { scaleX, scaleY, skewX = 0, skewY = 0 } = plan.at;
        const sides = [Math.hypot(scaleX, skewY), Math.hypot(skewX, scaleY)];
        const isTurned = plan.at.skewX !== undefined;
        expect(Math.min(...sides)).toBeGreaterThanOrEqual(isTurned ? 0.46 - 1e-9 : MIN_SCALE);
        expect(Math.max(...sides)).toBeLessThanOrEqual(1.25);
        if (isTurned) expect(Math.abs(scaleX * scaleY - skewX * skewY)).toBeGreaterThan(0.79 * sides[0]! * sides[1]!);
      }),
    );
  });

  it('uses the raster as it is at rest, at any fraction of a pixel and any angle', () => {
    for (const rest of [at(10, 20), at(11, 21), at(10.37, 20.81), at(33, 7, 1.7), rotated(12)]) {
      const plan = planRaster({ matrix: rest, rest, ink: INK }, FRAME)!;
      expect([plan.at.x % 2, plan.at.y % 2, plan.at.scaleX, plan.at.scaleY].map(Math.abs)).toEqual([0, 0, 1, 1]);
    }
  });

  it('keeps one raster while a layer moves and scales a little, whatever its angle', () => {
    const id = (layer: Omit<Placeable, 'ink'>): string => planRaster({ ...layer, ink: INK }, FRAME)!.id;
    const rest = at(100, 50);
    expect(
      new Set(
        [rest, at(31.4, 50), at(100, -20.2), at(90, 40, 1.1), at(90, 40, 0.8)].map((matrix) => id({ matrix, rest })),
      ).size,
    ).toBe(1);
    const [a, b, c, d, e, f] = rotated(30);
    expect(id({ matrix: [a, b, c, d, e + 17.3, f - 4], rest: rotated(30) })).toBe(
      id({ matrix: rotated(30), rest: rotated(30) }),
    );
  });

  it('keeps one raster under any rotation and mirroring against the resting place', () => {
    const [a, b, c, d, e, f] = rotated(130);
    const plans = [rotated(20), rotated(45.5), rotated(90), rotated(-170), [-a, -b, c, d, e, f] as const].map(
      (matrix) => planRaster({ matrix, rest: at(200, 100), ink: INK }, FRAME)!,
    );
    expect(plans.map(({ only }) => only)).toEqual(plans.map(() => undefined));
    expect(new Set(plans.map(({ id }) => id)).size).toBe(1);
  });

  it('paints afresh what is skewed against the resting place, only what can be seen', () => {
    const plan = planRaster(
      { matrix: [1, 0.8, 0, 1, 0, 0], rest: rotated(0), ink: { x: 0, y: 0, width: 4000, height: 3000 } },
      FRAME,
    )!;
    expect(plan.only).toBeDefined();
    expect(plan.width).toBeLessThanOrEqual(FRAME.width);
    expect(plan.height).toBeLessThanOrEqual(FRAME.height);
  });

  it('plans nothing for a layer outside the frame', () => {
    expect(planRaster({ matrix: at(-201, 0), rest: at(0, 0), ink: INK }, FRAME)).toBeUndefined();
    expect(planRaster({ matrix: at(0, 361), rest: at(0, 0), ink: INK }, FRAME)).toBeUndefined();
  });
});
