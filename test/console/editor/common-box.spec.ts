import { describe, expect, it } from '@jest/globals';
import { type JsonObject, layerAt, sameJson } from '#libs/document';
import { movedBoxes } from '../../../apps/console/src/editor/canvas/box-drags.ts';
import { allResized, allTurned, commonRect } from '../../../apps/console/src/editor/canvas/common-box.ts';
import { copyStyle, pasteStyle } from '../../../apps/console/src/editor/commands/layer-style.ts';
import {
  commonValue,
  withCommonValue,
  withToggledKey,
} from '../../../apps/console/src/editor/model/layers-property.ts';
import {
  documentOf,
  type EditorState,
  openDocument,
  seek,
  undoEdit,
} from '../../../apps/console/src/editor/model/editor-state.ts';
import { TEMPLATE_SCHEMA } from './template-schema.ts';

const at = (index: number) => ['pages', 0, 'layers', index];
const shape = (name: string, more: JsonObject) => ({ name, type: 'shape', y: 100, width: 100, height: 50, ...more });
const layers = [
  shape('a', { x: 100, fill_color: '#ff0000', opacity: 0.5 }),
  shape('b', { x: 300, width: 50, rotation: 90 }),
  shape('c', {
    x: 0,
    start: 1,
    keyframes: {
      x: [
        { time: 0, value: 0, easing: 'linear' },
        { time: 2, value: 200 },
      ],
    },
  }),
  { name: 'd', type: 'text', text: 'd', x: 0, y: 0, text_color: '#00ff00' },
];
const document = { name: 'x', width: 1000, height: 700, pages: [{ number: 1, duration: 4, layers }] };
const opened = (...selection: number[]): EditorState => ({ ...openDocument(document), selection: selection.map(at) });
const layer = (state: EditorState, index: number) => layerAt(documentOf(state), at(index))!;
const keys = { shiftKey: false, altKey: false };

describe('several selected layers', () => {
  it('are sized by the handles of their common box, each keeping its share of it', () => {
    const before = opened(0, 1);
    // A shape of 50 × 50 px and one of 100 × 50 px beside it.
    expect(commonRect(before)).toMatchObject({ x: 100, y: 100 });
    const { width } = commonRect(before);
    const after = allResized({ before, name: 'drag' }, 'e', { x: width, y: 0 }, keys).step(before);
    expect(layer(after, 0)).toMatchObject({ x: 100, y: 100, width: 200, height: 50 });
    expect(commonRect(after).width).toBeCloseTo(2 * width, 3);
    // A layer on its side is as high as the other ones are wide.
    expect(Number(layer(after, 1)['height'])).toBeCloseTo(100, 3);
    expect(Number(layer(after, 1)['width'])).toBeCloseTo(50, 3);
    expect(sameJson(documentOf(undoEdit(after)), document)).toBe(true);
  });

  it('turn about the middle of their common box', () => {
    const before = opened(0, 1);
    const { x, y, width, height } = commonRect(before);
    const right = { x: x + width + 500, y: y + height / 2 };
    const after = allTurned({ before, name: 'drag' }, right, false).step(before);
    expect([layer(after, 0)['rotation'], layer(after, 1)['rotation']]).toEqual([90, 180]);
    const turned = commonRect(after);
    expect(turned.x + turned.width / 2).toBeCloseTo(x + width / 2, 0);
    expect(turned.y + turned.height / 2).toBeCloseTo(y + height / 2, 0);
  });

  it('have a value in common, or differ, and get a new one in one step of undo', () => {
    const before = opened(0, 1);
    expect(commonValue(before, before.selection, 'y')).toMatchObject({ value: 100, differs: false });
    expect(commonValue(before, before.selection, 'width')).toMatchObject({ value: undefined, differs: true });
    const after = withCommonValue(before, before.selection, { name: 'opacity', value: 0.2, label: 'Change opacity' });
    expect([layer(after, 0)['opacity'], layer(after, 1)['opacity']]).toEqual([0.2, 0.2]);
    expect(documentOf(undoEdit(after))).toEqual(document);
  });

  it('take the style of another layer, as far as their kinds have it', () => {
    const copied = { ...copyStyle(opened(0)), selection: [at(1), at(3)] };
    const after = pasteStyle(copied, TEMPLATE_SCHEMA);
    expect(layer(after, 1)).toEqual(
      shape('b', { x: 300, width: 50, rotation: 90, fill_color: '#ff0000', opacity: 0.5 }),
    );
    expect(layer(after, 3)).toEqual({ name: 'd', type: 'text', text: 'd', x: 0, y: 0, opacity: 0.5 });
  });
});

describe('a layer with keyframes at a moment between them', () => {
  const before = seek(opened(2), 2);

  it('shows its value there, and has its diamond for the moment only', () => {
    expect(commonValue(before, before.selection, 'x')).toMatchObject({ value: 100, keys: 'some' });
    expect(commonValue(seek(before, 3), before.selection, 'x')).toMatchObject({ value: 200, keys: 'here' });
    expect(commonValue(before, before.selection, 'y')).toMatchObject({ value: 100, keys: 'none' });
  });

  it('gets a keyframe there from a drag, and the others stay', () => {
    const { step } = movedBoxes({ before, name: 'drag' }, { x: 30, y: 7 }, 0);
    expect(layer(step(before), 2)).toMatchObject({
      y: 107,
      keyframes: {
        x: [
          { time: 0, value: 0 },
          { time: 1, value: 130 },
          { time: 2, value: 200 },
        ],
      },
    });
  });

  it('gets one from its field and from its diamond, which takes it away again', () => {
    const typed = withCommonValue(before, before.selection, { name: 'x', value: 50, label: 'x' });
    expect(layer(typed, 2)['keyframes']).toMatchObject({ x: [{ value: 0 }, { time: 1, value: 50 }, { value: 200 }] });
    const key = { name: 'opacity', otherwise: 1, label: 'key' };
    const keyed = withToggledKey(before, before.selection, key);
    expect(layer(keyed, 2)['keyframes']).toMatchObject({ opacity: [{ time: 1, value: 1 }] });
    expect(layer(withToggledKey(keyed, before.selection, key), 2)).toEqual(layer(before, 2));
  });
});
