import { describe, expect, it } from '@jest/globals';
import { gradientLine, type LineEnd, withEndMoved } from '../../../apps/console/src/editor/canvas/gradient-line.ts';
import { gradientOf, gradientText, withStopAt } from '../../../apps/console/src/editor/model/gradient.ts';

const BOX = { width: 200, height: 100 };
const COLORS = 'red 0%, blue 100%';
const line = (text: string) => gradientLine(text, BOX, { aside: 0, beyond: 10 });

const near = (x: number, y: number): unknown => ({ x: expect.closeTo(x, 1), y: expect.closeTo(y, 1) });

/** The gradient after a handle was moved, which is pressed where it is. */
function moved(text: string, end: LineEnd, by: { x: number; y: number }, inSteps = false): string {
  const from = line(text).handles[end];
  const to = { x: from.x + by.x, y: from.y + by.y };
  return gradientText(withEndMoved(gradientOf(text)!, { end, from, to, box: BOX, inSteps }));
}

describe('the line of a gradient on the picture', () => {
  it.each([
    ['linear-gradient(90deg, red, blue)', { x: 0, y: 50 }, { x: 200, y: 50 }],
    ['linear-gradient(red, blue)', { x: 100, y: 0 }, { x: 100, y: 100 }],
    ['radial-gradient(circle 100px at left top, red, blue)', { x: 0, y: 0 }, { x: 86.6, y: 50 }],
    ['conic-gradient(red, blue)', { x: 100, y: 20 }, { x: 100, y: 10 }],
  ])('goes where the renderers have its colors: %s', (text, start, end) => {
    const { placeAt, shareAt } = line(text);
    expect([placeAt(0), placeAt(1)]).toEqual([near(start.x, start.y), near(end.x, end.y)]);
    for (const share of [0, 0.25, 0.9]) expect(shareAt(placeAt(share), share)).toBeCloseTo(share, 6);
  });

  it('lies beside the middle of the box, as far as is asked', () => {
    const beside = gradientLine('linear-gradient(90deg, red, blue)', BOX, { aside: 26, beyond: 10 });
    expect(beside.placeAt(0)).toEqual(near(0, 76));
    expect(beside.handles).toEqual({ start: near(-10, 76), end: near(210, 76) });
  });

  it.each<[string, LineEnd, { x: number; y: number }, string]>([
    [`linear-gradient(90deg, ${COLORS})`, 'end', { x: -110, y: 110 }, `linear-gradient(180deg, ${COLORS})`],
    [`linear-gradient(to right, ${COLORS})`, 'start', { x: 0, y: -110 }, `linear-gradient(135deg, ${COLORS})`],
    [`radial-gradient(${COLORS})`, 'start', { x: 20, y: -10 }, `radial-gradient(at 60% 40%, ${COLORS})`],
    [
      `radial-gradient(circle closest-side at 50% 50%, ${COLORS})`,
      'start',
      { x: -100, y: 0 },
      `radial-gradient(circle closest-side at 0% 50%, ${COLORS})`,
    ],
    [
      `conic-gradient(from 10deg, ${COLORS})`,
      'start',
      { x: 0, y: 25 },
      `conic-gradient(from 10deg at 50% 75%, ${COLORS})`,
    ],
    [`conic-gradient(${COLORS})`, 'end', { x: 50, y: 50 }, `conic-gradient(from 90deg at 50% 50%, ${COLORS})`],
  ])('%s, whose %s is moved, is written as it can be', (text, end, by, right) => {
    expect(moved(text, end, by)).toBe(right);
  });

  it('turns by steps on request, and grows by its end in the proportions that it has', () => {
    expect(moved(`linear-gradient(90deg, ${COLORS})`, 'end', { x: 0, y: 70 }, true)).toContain('(120deg');
    const end = line(`radial-gradient(circle 100px, ${COLORS})`).handles.end;
    const out = { x: end.x - 100, y: end.y - 50 };
    expect(moved(`radial-gradient(circle 100px, ${COLORS})`, 'end', out)).toContain('(circle 200px at 50% 50%');
    const ellipse = `radial-gradient(farthest-side, ${COLORS})`;
    const way = line(ellipse).handles.end;
    expect(moved(ellipse, 'end', { x: (100 - way.x) / 2, y: (50 - way.y) / 2 })).toContain(
      '(ellipse 25% 25% at 50% 50%',
    );
  });

  it('gains a color where it is asked for, between its neighbors', () => {
    const two = gradientOf('linear-gradient(90deg, red 20%, blue 60%)')!;
    expect(withStopAt(two, 5, 'lime').stops.map(({ at }) => at)).toEqual([5, 20, 60]);
    expect(withStopAt(two, 40).stops[1]).toEqual({ color: 'red', at: 40 });
    expect(withStopAt(two, 90, 'lime').stops[2]).toEqual({ color: 'lime', at: 90 });
  });
});
