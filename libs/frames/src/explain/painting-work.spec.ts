import { describe, expect, it } from '@jest/globals';
import { IDENTITY, type Matrix } from '#libs/document';
import type { LayerContent } from '#libs/template';
import type { DisplayItem } from '../display-items/display-item.js';
import { drawingMs, sumOf } from './drawing-costs.js';
import { paintingWork } from './painting-work.js';

const RASTER = { id: '', width: 400, height: 200, at: { x: 0, y: 0, scaleX: 1, scaleY: 1 } };
const BLUR = { blur: 10, brightness: 1, contrast: 1, saturation: 1, hueRotate: 0 };

/** An item of 100 × 50 px with the given content. */
function item(layer: object, change: Partial<DisplayItem> = {}, converted?: number): DisplayItem {
  const ink = { x: 0, y: 0, width: 100, height: 50 };
  const drawing = { ink, isSmooth: false, paint: () => undefined, ...(converted !== undefined && { converted }) };
  const at = { matrix: IDENTITY, rest: IDENTITY, opacity: 1, clips: [] };
  return {
    ...at,
    key: 'k',
    contentId: 'c',
    drawing,
    pose: {},
    of: layer as LayerContent,
    isRestless: false,
    ...change,
  };
}

function work(painted: DisplayItem, matrix: Matrix = IDENTITY): object {
  const { raster, cleared, ...rest } = paintingWork({ item: painted, plan: { ...RASTER, matrix } });
  expect([raster, cleared]).toEqual([1, 80_000]);
  return Object.fromEntries(Object.entries(rest).filter(([, amount]) => amount > 0));
}

const plain = item({ type: 'shape', shapeShadow: 'none' });

describe('the work of painting', () => {
  it.each<[what: string, painted: DisplayItem, expected: object]>([
    ['a layer: the pixels that it touches', plain, { shape: 5_000 }],
    [
      'a shadow: as many again',
      item({ type: 'text', textShadow: '0 2px 4px #000' }),
      { text: 5_000, written: 1, shadow: 5_000 },
    ],
    [
      'footage: the pixels of its whole picture',
      item({ type: 'video' }, {}, 230_400),
      { video: 5_000, converted: 230_400 },
    ],
    [
      'a blur: the raster and as far as it spreads',
      { ...plain, filters: BLUR },
      { shape: 5_000, surface: 119_600, blurred: 119_600 },
    ],
    ['a group: its items', item({ type: 'items', items: [plain, plain] }), { shape: 10_000 }],
    [
      'a translucent item of a group: a surface of its size',
      item({ type: 'items', items: [plain, { ...plain, opacity: 0.5 }] }),
      { shape: 10_000, surface: 5_000 },
    ],
  ])('of %s', (_, painted, expected) => expect(work(painted)).toEqual(expected));

  it('leaves out what lies outside of the raster, footage with its picture', () => {
    expect(work(item({ type: 'video' }, {}, 230_400), [1, 0, 0, 1, 500, 0])).toEqual({});
  });
});

it('works add up, and cost what their paths cost', () => {
  const sum = sumOf([{ shape: 1e6 }, { shape: 2e6, text: 1e6 }], 2);
  expect(sum).toEqual({ shape: 6e6, text: 2e6 });
  expect(drawingMs(sum)).toBeCloseTo(6 * drawingMs({ shape: 1e6 }) + 2 * drawingMs({ text: 1e6 }), 9);
});
