import { describe, expect, it } from '@jest/globals';
import { snapped } from '../../../apps/console/src/editor/canvas/snap.ts';
import { ALIGNMENTS, alignmentShift, distributionShifts } from '../../../apps/console/src/editor/commands/alignment.ts';

const frame = { x: 0, y: 0, width: 1000, height: 500 };
const rect = (x: number, y: number, width = 100, height = 50) => ({ x, y, width, height });

describe('snapping', () => {
  it('attracts the nearest of left, middle and right, and of top, middle and bottom', () => {
    expect(snapped(rect(4, 222), [frame], 6)).toEqual({
      shift: { x: -4, y: 3 },
      guides: [
        { axis: 'x', at: 0 },
        { axis: 'y', at: 250 },
      ],
    });
  });

  it('does not attract from farther away', () => {
    expect(snapped(rect(7, 100), [frame], 6)).toEqual({ shift: { x: 0, y: 0 }, guides: [] });
  });

  it('prefers the nearer of two lines', () => {
    expect(snapped(rect(203, 100), [rect(200, 0), rect(204, 300, 10)], 6).shift.x).toBe(1);
  });
});

describe('aligning', () => {
  it.each([
    ['left', { x: -100, y: 0 }],
    ['center', { x: 350, y: 0 }],
    ['right', { x: 800, y: 0 }],
    ['top', { x: 0, y: -40 }],
    ['middle', { x: 0, y: 185 }],
    ['bottom', { x: 0, y: 410 }],
  ] as const)('%s', (alignment, shift) => {
    expect(ALIGNMENTS).toContain(alignment);
    expect(alignmentShift(rect(100, 40), frame, alignment)).toEqual(shift);
  });

  it('makes the gaps between layers equal, in their order on the frame', () => {
    expect(distributionShifts([rect(0, 0), rect(500, 0), rect(120, 0)], 'x')).toEqual([0, 0, 130]);
    expect(distributionShifts([rect(0, 0), rect(0, 200), rect(0, 60)], 'y')).toEqual([0, 0, 40]);
  });
});
