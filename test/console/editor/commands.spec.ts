import { describe, expect, it } from '@jest/globals';
import { type JsonObject, LAYER_KINDS, layersOf, newLayer, pagesOf } from '#libs/document';
import {
  documentOf,
  type EditorState,
  isLocked,
  openDocument,
  select,
  undoEdit,
} from '../../../apps/console/src/editor/model/editor-state.ts';
import { rectBetween, selectTouched } from '../../../apps/console/src/editor/canvas/band.ts';
import { copiedText, pastedLayers, paste } from '../../../apps/console/src/editor/commands/clipboard.ts';
import {
  addTo,
  alignSelected,
  distributeSelected,
  duplicateSelected,
  groupSelected,
  nudgeSelected,
  orderSelected,
  removeSelected,
  toggleLock,
  toggleVisible,
  ungroupSelected,
} from '../../../apps/console/src/editor/commands/layer-commands.ts';
import { shortcutFor, SHORTCUTS } from '../../../apps/console/src/editor/commands/shortcuts.ts';
import { TEMPLATE_SCHEMA } from './template-schema.ts';

const box = (name: string, x: number, more: JsonObject = {}) => ({
  name,
  type: 'shape',
  x,
  y: 0,
  width: 10,
  height: 10,
  ...more,
});
const at = (index: number) => ['pages', 0, 'layers', index];
const opened = (...selection: number[]): EditorState => {
  const layers = [box('a', 0), box('b', 15), box('c', 80)];
  const document = { name: 'x', width: 100, height: 50, pages: [{ number: 1, duration: 2, layers }] };
  return { ...openDocument(document), selection: selection.map(at) };
};
const layers = (state: EditorState) => layersOf(pagesOf(documentOf(state))[0]);
const names = (state: EditorState) => layers(state).map(({ name }) => name);
const column = (state: EditorState, property: string) => layers(state).map((layer) => layer[property]);
const press = (key: string, more: object = {}) =>
  shortcutFor({ key, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...more });

describe('a command of the editor', () => {
  it('deletes what is selected, and undo brings it back', () => {
    const after = removeSelected(opened(0, 2));
    expect(names(after)).toEqual(['b']);
    expect(names(undoEdit(after))).toEqual(['a', 'b', 'c']);
  });

  it('locks layers in the document, as one step of undo', () => {
    const locked = toggleLock(opened(), [at(0), at(2)]);
    expect([0, 1, 2].map((index) => isLocked(locked, at(index)))).toEqual([true, false, true]);
    expect(locked.selection).toEqual([]);
    expect(documentOf(toggleLock(locked, [at(0), at(2)]))).toEqual(documentOf(opened()));
    expect(documentOf(undoEdit(locked))).toEqual(documentOf(opened()));
  });

  it('selects the layers that a rectangle touches, and no hidden or locked one', () => {
    const rect = rectBetween({ x: 30, y: 12 }, { x: 8, y: 5 });
    expect(rect).toEqual({ x: 8, y: 5, width: 22, height: 7 });
    expect(selectTouched(opened(2), rect).selection).toEqual([at(0), at(1)]);
    expect(selectTouched(toggleLock(opened(), [at(0)]), rect).selection).toEqual([at(1)]);
    expect(selectTouched(toggleVisible(opened(), at(0)), rect).selection).toEqual([at(1)]);
  });

  it('duplicates each layer right above its original and selects the copies', () => {
    const after = duplicateSelected(opened(0, 1));
    expect(names(after)).toEqual(['a', 'a 2', 'b', 'b 2', 'c']);
    expect(after.selection.map((path) => layers(after)[Number(path.at(-1))]!.name).sort()).toEqual(['a 2', 'b 2']);
  });

  it('groups siblings and frees them again where they were', () => {
    const grouped = groupSelected(opened(0, 1));
    expect(names(grouped)).toEqual(['group', 'c']);
    const freed = ungroupSelected(grouped);
    expect(names(freed)).toEqual(['a', 'b', 'c']);
    expect(column(freed, 'x')).toEqual([0, 15, 80]);
  });

  it('orders a layer and keeps it selected', () => {
    const front = orderSelected(opened(0), 'front');
    expect(names(front)).toEqual(['b', 'c', 'a']);
    expect(front.selection).toEqual([at(2)]);
    expect(names(orderSelected(front, 'backward'))).toEqual(['b', 'a', 'c']);
    expect(names(orderSelected(front, 'back'))).toEqual(['a', 'b', 'c']);
    expect(orderSelected(front, 'forward')).toBe(front);
  });

  it('aligns one layer in the frame and several with each other', () => {
    expect(column(alignSelected(opened(0), 'right'), 'x')).toEqual([90, 15, 80]);
    expect(column(alignSelected(opened(0), 'middle'), 'y')).toEqual([20, 0, 0]);
    expect(column(alignSelected(opened(1, 2), 'left'), 'x')).toEqual([0, 15, 15]);
  });

  it('distributes three layers with equal gaps', () => {
    expect(column(distributeSelected(opened(0, 1, 2), 'x'), 'x')).toEqual([0, 40, 80]);
  });

  it('moves by arrow keys, which are one step of undo', () => {
    const moved = nudgeSelected(nudgeSelected(opened(0), { x: 1, y: 0 }), { x: 10, y: 0 });
    expect(column(moved, 'x')).toEqual([11, 15, 80]);
    expect(column(undoEdit(moved), 'x')).toEqual([0, 15, 80]);
    const other = nudgeSelected(select(moved, at(1)), { x: 1, y: 0 });
    expect(column(other, 'x')).toEqual([11, 16, 80]);
    expect(column(undoEdit(other), 'x')).toEqual([11, 15, 80]);
  });

  it('hides a layer and shows it again, without a trace', () => {
    const hidden = toggleVisible(opened(), at(1));
    expect(layers(hidden)[1]!['visible']).toBe(false);
    expect(layers(toggleVisible(hidden, at(1)))[1]).not.toHaveProperty('visible');
  });
});

describe('copied layers', () => {
  it('come back under free names, on top and selected', () => {
    const text = copiedText(opened(2, 0));
    expect(JSON.parse(text)).toEqual({ layers: [box('a', 0), box('c', 80)] });
    const after = paste(opened(), pastedLayers(text)!);
    expect(names(after)).toEqual(['a', 'b', 'c', 'a 2', 'c 2']);
    expect(after.selection).toEqual([at(3), at(4)]);
  });

  it.each(['hello', '{"layers": [1]}', '{"name": "x"}', '[]', '{"name": "g", "type": "group", "layers": [{}]}'])(
    'are not %s',
    (text) => {
      expect(pastedLayers(text)).toBeUndefined();
    },
  );

  it('may be one layer, or an array', () => {
    expect(pastedLayers(JSON.stringify(box('a', 0)))).toEqual([box('a', 0)]);
    expect(pastedLayers(JSON.stringify([box('a', 0)]))).toEqual([box('a', 0)]);
    const group = { name: 'g', type: 'group', layers: [box('a', 0)] };
    expect(pastedLayers(JSON.stringify(group))).toEqual([group]);
  });
});

describe('a shortcut', () => {
  it('is found by its keys', () => {
    expect(press('z', { ctrlKey: true })?.label).toBe('Undo');
    expect(press('Z', { metaKey: true, shiftKey: true })?.label).toBe('Redo');
    expect(press('{', { ctrlKey: true, shiftKey: true })?.label).toBe('Send to back');
    expect(press('ArrowLeft', { shiftKey: true })?.label).toBe('Move left by 10');
    expect(press('+', { shiftKey: true })?.label).toBe('Zoom in');
    expect(press('=')?.label).toBe('Zoom in');
    expect(press('+', { ctrlKey: true })).toBeUndefined();
    expect(press('ArrowLeft', { altKey: true })).toBeUndefined();
  });

  it('has keys of its own', () => {
    const keys = SHORTCUTS.flatMap((shortcut) => shortcut.keys);
    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe('a new layer', () => {
  it.each(LAYER_KINDS)('of kind %s has what the kind requires, inside the frame', (kind) => {
    const layer = newLayer(kind, { width: 1000, height: 500 }, 'https://example.com/file');
    const { required = [], properties } = Object.values(TEMPLATE_SCHEMA.$defs).find(
      (shape) => shape.properties['type']?.const === kind && 'blend_mode' in shape.properties,
    )!;
    expect(Object.keys(layer)).toEqual(expect.arrayContaining([...required]));
    const ownNames = Object.keys(layer).filter((name) => name !== 'source_url');
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(ownNames));
    const { x = 0, y = 0, width = 1000, height = 500 } = layer as unknown as Record<string, number>;
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(1000);
    expect(y + height).toBeLessThanOrEqual(500);
  });

  it('is selected under a free name', () => {
    const state = addTo(
      addTo(opened(), ['pages', 0], newLayer('text', { width: 100, height: 50 })),
      ['pages', 0],
      newLayer('text', { width: 100, height: 50 }),
    );
    expect(names(state)).toEqual(['a', 'b', 'c', 'text', 'text 2']);
    expect(state.selection).toEqual([at(4)]);
    expect(select(state, null).selection).toEqual([]);
  });
});
