import { describe, expect, it } from '@jest/globals';
import { boxOf } from '../boxes.js';
import { groupLayers, ungroupLayers } from './group-layers.js';
import { movedBy, parentSize, withBox } from './layer-box.js';
import type { JsonObject } from '../json-path.js';
import { type Layer, layerAt } from './layer-tree.js';

const shape = (name: string, more: JsonObject = {}): Layer => ({ name, type: 'shape', ...more });
const documentOf = (...layers: Layer[]): JsonObject => ({ width: 400, height: 200, pages: [{ number: 1, layers }] });
const first = ['pages', 0, 'layers', 0];

describe('the box of a layer', () => {
  it('is the whole parent without lengths, and of the anchor where it has one', () => {
    const whole = { x: 0, y: 0, width: 400, height: 200 };
    expect(boxOf(shape('a'), { width: 400, height: 200 })).toMatchObject(whole);
    const anchored = shape('a', { x: '50%', y: 100, width: '25%', height: 40, anchor_x: 0.5, anchor_y: 1 });
    expect(boxOf(anchored, { width: 400, height: 200 })).toMatchObject({ x: 150, y: 60, width: 100, height: 40 });
  });

  it('is written in the units of the layer, and only what differs', () => {
    const document = documentOf(shape('a', { x: '50%', y: 10, width: '25%', height: 40 }));
    const moved = movedBy(document, first, { x: 20, y: 5 });
    expect(layerAt(moved, first)).toEqual(shape('a', { x: '55%', y: 15, width: '25%', height: 40 }));
    expect(movedBy(document, first, { x: 0, y: 0 })).toBe(document);
    const box = boxOf(layerAt(document, first)!, parentSize(document, first));
    expect(layerAt(withBox(document, first, { ...box, rotation: 30 }), first)!['rotation']).toBe(30);
  });

  it('is in pixels of the group that the layer is in', () => {
    const inner = shape('b', { width: '50%' });
    const document = documentOf({ ...shape('g', { width: 100, height: 60 }), type: 'group', layers: [inner] });
    expect(parentSize(document, [...first, 'layers', 0])).toMatchObject({ width: 100, height: 60 });
  });
});

describe('grouping', () => {
  const document = documentOf(
    shape('below', { width: 10, height: 10 }),
    shape('a', { x: 50, y: 20, width: 100, height: 40 }),
    shape('between'),
    shape('b', { x: '50%', y: '50%', width: '25%', height: '10%' }),
  );
  const paths = [
    ['pages', 0, 'layers', 3],
    ['pages', 0, 'layers', 1],
  ];

  it('puts a group around the layers, where the topmost one was', () => {
    const grouped = groupLayers(document, paths);
    expect(grouped.path).toEqual(['pages', 0, 'layers', 2]);
    expect(layerAt(grouped.document, grouped.path)).toEqual({
      name: 'group',
      type: 'group',
      x: 50,
      y: 20,
      width: 250,
      height: 100,
      layers: [
        shape('a', { x: 0, y: 0, width: 100, height: 40 }),
        shape('b', { x: 150, y: 80, width: 100, height: 20 }),
      ],
    });
  });

  it('makes a stack of layers in a stack, in the place and the order of the first', () => {
    const members = ['a', 'b', 'c', 'd'].map((name) => shape(name, { width: '50%', height: 20 }));
    const flow = { direction: 'row', gap: 8, align: 'center', padding: 5 };
    const stack: Layer = { name: 's', type: 'stack', ...flow, width: 200, height: 40, layers: members };
    const inner = (index: number) => [...first, 'layers', index];
    const grouped = groupLayers(documentOf(stack), [inner(3), inner(1)]);
    expect(grouped.path).toEqual(inner(1));
    const [a, b, c, d] = members;
    const pixels = { width: 95, height: 20 };
    expect(layerAt(grouped.document, first)!['layers']).toEqual([
      a,
      {
        ...{ name: 'group', type: 'stack', direction: 'row', gap: 8, align: 'center', width: 'auto', height: 'auto' },
        layers: [
          { ...b, ...pixels },
          { ...d, ...pixels },
        ],
      },
      c,
    ]);
    const freed = ungroupLayers(grouped.document, grouped.path);
    expect(freed.paths).toEqual([inner(1), inner(2)]);
    expect(layerAt(freed.document, inner(1))).toEqual({ ...b, ...pixels });
  });

  it('is taken back by ungrouping, with every layer shown where it was', () => {
    const grouped = groupLayers(document, paths);
    const freed = ungroupLayers(grouped.document, grouped.path);
    const size = { width: 400, height: 200 };
    const shown = (path: readonly (string | number)[]) => boxOf(layerAt(freed.document, path)!, size);
    expect(freed.paths.map(shown)).toEqual([paths[1]!, paths[0]!].map((path) => boxOf(layerAt(document, path)!, size)));
  });
});
