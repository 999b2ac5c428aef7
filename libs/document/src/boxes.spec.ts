import { describe, expect, it } from '@jest/globals';
import { boxOf } from './boxes.js';
import { parentSize, withBox } from './edit/layer-box.js';
import { groupLayers, ungroupLayers } from './edit/group-layers.js';
import { layerAt } from './edit/layer-tree.js';
import type { JsonObject } from './json-path.js';

const PARENT = { width: 400, height: 200, frame: { width: 1000, height: 500 } };

const documentWith = (layer: JsonObject): JsonObject => ({
  ...PARENT.frame,
  pages: [{ layers: [{ name: 'a', type: 'shape', ...layer }] }],
});
const PATH = ['pages', 0, 'layers', 0];

describe('the box of a layer', () => {
  it.each([
    [{ left: 40, top: '10%', width: 100, height: 50 }, [40, 20, 100, 50]],
    [{ right: 40, bottom: '10%', width: 100, height: 50 }, [260, 130, 100, 50]],
    [{ left: 40, right: 60, top: 10, bottom: 30 }, [40, 10, 300, 160]],
    [{ center_x: 0, center_y: 10, width: 100, height: 50 }, [150, 85, 100, 50]],
    [{ center_x: '-5%', width: 100, top: 0 }, [130, 0, 100, 200]],
    [{ left: '2vw', right: '2vw', top: '2vh', height: '4vmin' }, [20, 10, 360, 20]],
    [{ left: 300, right: 300, bottom: 0 }, [300, 0, 0, 200]],
  ])('with %j is as its distances are', (layer, [x, y, width, height]) => {
    for (const anchor of [0, 0.3, 1]) {
      const box = boxOf({ ...layer, anchor_x: anchor, anchor_y: anchor }, PARENT);
      const rounded = [box.x, box.y, box.width, box.height].map((value) => Math.round(value * 1e6) / 1e6);
      expect(rounded).toEqual([x, y, width, height]);
    }
  });
});

describe('a layer that is moved and resized', () => {
  it.each<JsonObject>([
    { left: '10%', right: 60, top: '2vw', height: 50 },
    { right: '5vmax', bottom: 10, width: '20%', height: '10vh' },
    { center_x: '3vmin', center_y: 5, width: 200, height: 100, anchor_x: 0.5 },
    { x: '50%', y: '10vh', width: '20vw', height: 50 },
  ])('keeps its constraints and units: %j', (layer) => {
    const document = documentWith(layer);
    const box = boxOf(layer, parentSize(document, PATH));
    const wanted = { ...box, x: box.x + 30, y: box.y - 12, width: box.width + 40, height: box.height + 8 };
    const after = layerAt(withBox(document, PATH, wanted), PATH)!;
    expect(Object.keys(after)).toEqual(['name', 'type', ...Object.keys(layer)]);
    const units = (value: unknown) => String(value).replace(/[-0-9.]/g, '');
    for (const [name, value] of Object.entries(layer)) expect(units(after[name])).toBe(units(value));
    const shown = boxOf(after, parentSize(document, PATH));
    for (const side of ['x', 'y', 'width', 'height'] as const) expect(shown[side]).toBeCloseTo(wanted[side], 1);
  });

  it('moves the keyframes of a distance along', () => {
    const layer = { right: 10, width: 100, keyframes: { right: [{ time: 0, value: '10vw' }] } };
    const document = documentWith(layer);
    const box = boxOf(layer, parentSize(document, PATH));
    const after = layerAt(withBox(document, PATH, { ...box, x: box.x - 20 }), PATH);
    expect(after).toMatchObject({ right: 30, keyframes: { right: [{ value: '12vw' }] } });
  });

  it('lies where it lay, in pixels, when it comes into a group and out again', () => {
    const layer = { right: '10vw', top: 20, bottom: '10%', width: '20vmin' };
    const document = documentWith(layer);
    const before = boxOf(layer, parentSize(document, PATH));
    const grouped = groupLayers(document, [PATH]);
    const { document: freed, paths } = ungroupLayers(grouped.document, grouped.path);
    const after = layerAt(freed, paths[0]!)!;
    expect(Object.keys(after).sort()).toEqual(['height', 'name', 'type', 'width', 'x', 'y']);
    expect(boxOf(after, parentSize(freed, paths[0]!))).toEqual(before);
  });
});
