import { describe, expect, it } from '@jest/globals';
import type { ShownLabel } from './chart-text.js';
import { gridSegments } from './grid-segments.js';

const LINE = { x: 50, width: 200, y: 100, thickness: 1 };

/** A label of 30 px in a size of 10 px. */
function label(x: number, middle: number, opacity = 1): ShownLabel {
  return { label: { size: 10, width: 30 } as ShownLabel['label'], x, middle, opacity };
}

const whole = [{ x: 50, width: 200, opacity: 1 }];

describe('a grid line', () => {
  it.each<[string, ShownLabel[], ReturnType<typeof gridSegments>]>([
    ['is whole without labels', [], whole],
    ['is whole below and above labels', [label(100, 93), label(100, 107)], whole],
    [
      'has a gap behind a label',
      [label(100, 96)],
      [
        { x: 50, width: 32, opacity: 1 },
        { x: 118, width: 132, opacity: 1 },
      ],
    ],
    ['begins after a label at its end', [label(55, 100)], [{ x: 73, width: 177, opacity: 1 }]],
    [
      'fades behind a label that fades in',
      [label(100, 100, 0.25)],
      [
        { x: 50, width: 32, opacity: 1 },
        { x: 82, width: 36, opacity: 0.75 },
        { x: 118, width: 132, opacity: 1 },
      ],
    ],
    [
      'has one gap behind labels that are close together',
      [label(130, 100), label(100, 100)],
      [
        { x: 50, width: 32, opacity: 1 },
        { x: 148, width: 102, opacity: 1 },
      ],
    ],
  ])('%s', (_name, labels, expected) => {
    expect(gridSegments(LINE, labels)).toEqual(expected);
  });
});
