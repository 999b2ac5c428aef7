import { describe, expect, it } from '@jest/globals';
import { boxOf, cornersOf, type JsonObject, layerAt } from '#libs/document';
import {
  alongAxis,
  handleDragged,
  movedBoxes,
  turnedTowards,
} from '../../../apps/console/src/editor/canvas/box-drags.ts';
import { isOnSelection } from '../../../apps/console/src/editor/canvas/frame-box.ts';
import { documentOf, type EditorState, openDocument } from '../../../apps/console/src/editor/model/editor-state.ts';

const at = (index: number) => ['pages', 0, 'layers', index];
const box = (name: string, more: JsonObject) => ({ name, type: 'shape', y: 100, width: 100, height: 50, ...more });
const opened = (...selection: number[]): EditorState => {
  const layers = [
    box('a', { x: 100 }),
    box('b', { x: 300.5, width: 50 }),
    box('c', { x: 50, y: 400, rotation: 30 }),
    box('d', { x: 200, y: 400, anchor_x: 1, rotation: 30 }),
  ];
  const document = { name: 'x', width: 1000, height: 700, pages: [{ number: 1, duration: 2, layers }] };
  return { ...openDocument(document), selection: selection.map(at) };
};
const drag = (index: number) => ({ before: opened(index), name: 'drag' });
const layer = (state: EditorState, index: number) => layerAt(documentOf(state), at(index))!;
const middle = (state: EditorState, index: number) => {
  const [nw, , se] = cornersOf(boxOf(layer(state, index), { width: 1000, height: 700 }));
  return { x: (nw.x + se.x) / 2, y: (nw.y + se.y) / 2 };
};
const plain = { shiftKey: false, altKey: false, reach: 5 };

describe('a drag', () => {
  it('moves to whole pixels, unless it snaps to a line between them', () => {
    const { step } = movedBoxes(drag(0), { x: 13.37, y: 33.4 }, 5);
    expect(layer(step(opened(0)), 0)).toMatchObject({ x: 113, y: 133 });
    const near = movedBoxes(drag(0), { x: 198.2, y: 33.4 }, 5);
    expect(layer(near.step(opened(0)), 0)).toMatchObject({ x: 300.5, y: 133 });
    expect(near.guides).toEqual([{ axis: 'x', at: 300.5 }]);
    const kept = movedBoxes(drag(0), { x: 0, y: 33.4 }, 201);
    expect(layer(kept.step(opened(0)), 0)).toMatchObject({ x: 100 });
    const free = movedBoxes(drag(0), { x: 13.37, y: 0 }, 0);
    expect(layer(free.step(opened(0)), 0)).toMatchObject({ x: 113.37, y: 100 });
  });

  it('of a handle snaps the edges that it drags to lines and whole pixels', () => {
    const { step, guides } = handleDragged(drag(0), 'e', { x: 97.2, y: 40 }, plain);
    expect(layer(step(opened(0)), 0)).toMatchObject({ x: 100, width: 200.5, height: 50 });
    expect(guides).toEqual([{ axis: 'x', at: 300.5 }]);
    const corner = handleDragged(drag(0), 'nw', { x: -36.6, y: -30.2 }, plain);
    expect(layer(corner.step(opened(0)), 0)).toMatchObject({ x: 63, y: 70, width: 137, height: 80 });
    const turned = handleDragged(drag(2), 'e', { x: 10, y: 0 }, plain);
    expect(turned.guides).toEqual([]);
  });

  it('of the turning handle turns a layer about its middle, or about the anchor that it states', () => {
    const turn = (index: number) => turnedTowards(drag(index), { x: 900, y: 600 }, false).step(opened(index));
    for (const axis of ['x', 'y'] as const) expect(middle(turn(2), 2)[axis]).toBeCloseTo(middle(opened(2), 2)[axis], 1);
    expect(layer(turn(2), 2)['rotation']).not.toBe(30);
    expect(layer(turn(3), 3)).toMatchObject({ x: 200, y: 400 });
    expect(JSON.stringify(layer(turn(3), 3)['rotation'])).toMatch(/^-?\d+(?:\.\d)?$/);
  });

  it('keeps to the axis on which it is longer', () => {
    expect([alongAxis({ x: 5, y: -9 }), alongAxis({ x: -9, y: 5 })]).toEqual([
      { x: 0, y: -9 },
      { x: -9, y: 0 },
    ]);
  });

  it('begins on what is selected within its box as it is shown, whatever lies above', () => {
    expect(isOnSelection(opened(0), { x: 101, y: 101 })).toBe(true);
    expect(isOnSelection(opened(1), { x: 101, y: 101 })).toBe(false);
    expect(isOnSelection(opened(2), { x: 149, y: 401 })).toBe(false); // the corner of the box that is not turned
    expect(isOnSelection(opened(2), { x: 80, y: 440 })).toBe(true);
  });
});
