import { describe, expect, it } from '@jest/globals';
import { boxSize, DEFAULT_PLACEMENT, matrixOf, type Placement } from './boxes.js';
import { boundsOf } from './matrix.js';
import type { Matrix } from './geometry.js';

const PARENT = { width: 1000, height: 500 };

function place(more: Partial<Placement>): Matrix {
  const placement = { ...DEFAULT_PLACEMENT, ...more };
  return matrixOf(placement, boxSize(placement, PARENT), PARENT);
}

describe('a layer lies', () => {
  it.each<[what: string, layer: Partial<Placement>, matrix: Matrix]>([
    ['over its whole parent by default', {}, [1, 0, 0, 1, 0, 0]],
    ['at pixels', { x: 30, y: -4.5 }, [1, 0, 0, 1, 30, -4.5]],
    ['at per cent of its parent', { x: '10%', y: '10%' }, [1, 0, 0, 1, 100, 50]],
    [
      'with its anchor there',
      { x: '50%', y: 100, width: 200, height: '10%', anchorX: 0.5, anchorY: 1 },
      [1, 0, 0, 1, 400, 50],
    ],
    [
      'scaled about its anchor',
      { x: 500, y: 250, width: 100, height: 100, anchorX: 0.5, anchorY: 0.5, scale: 2 },
      [2, 0, 0, 2, 400, 150],
    ],
    ['turned clockwise, by quarters exactly', { x: 100, y: 50, rotation: 90 }, [0, 1, -1, 0, 100, 50]],
    ['turned the other way', { rotation: -90 }, [0, -1, 1, 0, 0, 0]],
    ['turned around', { rotation: 540 }, [-1, 0, 0, -1, 0, 0]],
  ])('%s', (_, more, matrix) => place(more).forEach((value, i) => expect(value).toBeCloseTo(matrix[i]!, 12)));

  it('keeps upright layers free of rounding', () => {
    expect(place({ x: 12, rotation: 360 })).toEqual([1, 0, 0, 1, 12, 0]);
  });
});

it('bounds hold every corner', () => {
  const box = { width: 100, height: 20 };
  const bounds = boundsOf(box, matrixOf({ ...DEFAULT_PLACEMENT, x: 50, y: 50, rotation: 90 }, box, PARENT));
  expect(bounds).toEqual({ x: 30, y: 50, width: 20, height: 100 });
});
