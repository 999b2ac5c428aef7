import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { FontLibrary } from '../fonts/font-library.js';
import type { CartesianPlan } from './chart-plan.js';
import { ChartText } from './chart-text.js';
import { placeLineLabels, type PlacedLabel } from './line-labels.js';
import { lineShape } from './line-shape.js';

const FONT_SIZE = 20;
const BOX = { width: 600, height: 300 };
const PLOT = { x: 60, y: 1.5 * FONT_SIZE, width: 540, height: 220 };
const LABEL = new ChartText(new FontLibrary()).label('$12.5K', 18, 600);
const LINE = { thickness: 2.8, radius: 3.8 };

function planOf(heights: readonly number[]): CartesianPlan {
  const step = PLOT.width / heights.length;
  const marks = heights.map((height, index) => ({
    x: PLOT.x + (index + 0.5) * step,
    y: PLOT.y + PLOT.height * (1 - height),
    value: height,
    valueLabel: { ...LABEL, width: Math.min(LABEL.width, step) },
  }));
  return {
    box: BOX,
    plot: PLOT,
    marks,
    step,
    fontSize: FONT_SIZE,
    zeroY: PLOT.y + PLOT.height,
  } as unknown as CartesianPlan;
}

function placed(heights: readonly number[]): PlacedLabel[] {
  const plan = planOf(heights);
  return placeLineLabels(plan, lineShape(plan.marks, LINE)).map((label) => label!);
}

describe('the labels of a line', () => {
  it('are above peaks and below valleys', () => {
    const plan = planOf([0.2, 0.9, 0.4, 0.8, 0.5]);
    const sides = placed([0.2, 0.9, 0.4, 0.8, 0.5]).map(({ middle }, index) =>
      Math.sign(middle - plan.marks[index]!.y),
    );
    expect(sides.slice(1, 4)).toEqual([-1, 1, -1]);
  });

  it('never overlap, and stay in the box', () => {
    const heights = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(heights, (values) => {
        const labels = placed(values);
        const areas = labels.map(({ x, middle, label }) => ({
          ...{ left: x - label.width / 2, right: x + label.width / 2 },
          ...{ top: middle - 0.36 * label.size, bottom: middle + 0.36 * label.size },
        }));
        const isFree = areas.every((a, i) =>
          areas.every(
            (b, j) =>
              i === j ||
              Math.min(a.right, b.right) <= Math.max(a.left, b.left) + 1e-6 ||
              Math.min(a.bottom, b.bottom) <= Math.max(a.top, b.top),
          ),
        );
        const isInside = areas.every(
          ({ left, right, top, bottom }) => left >= 0 && right <= 600 && top >= 0 && bottom <= 300,
        );
        return isFree && isInside;
      }),
    );
  });
});
