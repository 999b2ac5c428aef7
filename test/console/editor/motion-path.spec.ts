import { describe, expect, it } from '@jest/globals';
import { type JsonObject, layerAt } from '#libs/document';
import { motionPath, withPointMoved } from '../../../apps/console/src/editor/canvas/motion-path.ts';
import { openDocument } from '../../../apps/console/src/editor/model/editor-state.ts';

const PATH = ['pages', 0, 'layers', 0, 'layers', 0];
const opened = (keyframes: JsonObject) => {
  const ball = { name: 'ball', type: 'shape', x: 0, y: 40, width: 20, height: 20, keyframes };
  const group = { name: 'group', type: 'group', x: 100, y: 50, width: 200, height: 100, layers: [ball] };
  return openDocument({ name: 'x', width: 640, height: 360, pages: [{ number: 1, duration: 2, layers: [group] }] });
};
const across: JsonObject[] = [
  { time: 0, value: 0, easing: 'linear' },
  { time: 2, value: '50%' },
];

describe('the way of a layer whose place has keyframes', () => {
  it('goes through the middles of its boxes in the frame, also in a group and with lengths in per cent', () => {
    const { line, points } = motionPath(opened({ x: across }), PATH)!;
    expect(points).toEqual([
      { x: 110, y: 100, time: 0 },
      { x: 210, y: 100, time: 2 },
    ]);
    expect(line[30]!.x).toBeCloseTo(160, 1);
    expect(motionPath(opened({ opacity: across }), PATH)).toBeUndefined();
    expect(motionPath(opened({ x: across.slice(0, 1) }), PATH)).toBeUndefined();
  });

  it('moves at a point by changing the keyframes of its time, those of its other places stay', () => {
    const state = opened({ x: across, y: [{ time: 1, value: 10 }] });
    const ball = layerAt(withPointMoved(state, PATH, 2, { x: 7, y: 0 }), PATH)!;
    expect(ball['keyframes']).toEqual({ x: [across[0], { time: 2, value: 107 }], y: [{ time: 1, value: 10 }] });
    const only = layerAt(withPointMoved(opened({ x: across }), PATH, 0, { x: 5, y: 9 }), PATH)!;
    expect(only['keyframes']).toEqual({ x: [{ time: 0, value: 5, easing: 'linear' }, across[1]] });
    expect(only['y']).toBe(40);
  });
});
