import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { mergeDamage } from './damage.js';
import { intersect, isEmpty, type Rect } from './rect.js';

const FRAME = { x: 0, y: 0, width: 64, height: 48 };

const rects = fc.record({
  x: fc.double({ min: -100, max: 100, noNaN: true }),
  y: fc.double({ min: -100, max: 100, noNaN: true }),
  width: fc.double({ min: 0, max: 60, noNaN: true }),
  height: fc.double({ min: 0, max: 60, noNaN: true }),
});

function contains(area: Rect, x: number, y: number): boolean {
  return x >= area.x && x < area.x + area.width && y >= area.y && y < area.y + area.height;
}

describe('mergeDamage', () => {
  it('covers every changed pixel of the frame with disjoint, even-aligned areas inside it', () => {
    fc.assert(
      fc.property(fc.array(rects, { maxLength: 16 }), (changed) => {
        const areas = mergeDamage(changed, FRAME);
        for (const area of areas) {
          expect([area.x % 2, area.y % 2, area.width % 2, area.height % 2]).toEqual([0, 0, 0, 0]);
          expect(intersect(area, FRAME)).toEqual(area);
          expect(areas.filter((other) => !isEmpty(intersect(area, other)))).toEqual([area]);
        }
        for (const rect of changed.filter((candidate) => !isEmpty(candidate))) {
          const x = Math.floor(rect.x);
          const y = Math.floor(rect.y);
          if (contains(FRAME, x, y)) expect(areas.some((area) => contains(area, x, y))).toBe(true);
        }
      }),
    );
  });

  it('finds nothing to draw when all changes lie outside the frame', () => {
    expect(
      mergeDamage(
        [
          { x: -30, y: 0, width: 20, height: 20 },
          { x: 64, y: 0, width: 5, height: 5 },
        ],
        FRAME,
      ),
    ).toEqual([]);
  });
});
