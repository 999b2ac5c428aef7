import { describe, expect, it } from '@jest/globals';
import { isHolder, type ResolvedLayer } from '#libs/template';
import { sample } from '../sample/sample.js';
import { BOX, type Json, nodesAt, pageOf } from '../testing/documents.js';
import { flexedSizes } from './flex-line.js';
import { layOut } from './lay-out.js';
import type { TextMeasurer } from './text-measurer.js';

/** Letters of 10 × 20 px, in lines as long as the box. */
const LETTERS: TextMeasurer = {
  least: ({ text, padding }) => 10 * Math.max(...text.split(' ').map(({ length }) => length)) + 2 * padding,
  most: ({ text, padding }) => 10 * text.length + 2 * padding,
  at: ({ text, padding }, width) => {
    const lines = Math.max(1, Math.ceil((10 * text.length) / Math.max(10, width - 2 * padding)));
    return { height: 20 * lines + 2 * padding, baseline: 15 + padding };
  },
};

/** The boxes of all layers in their parents: [x, y, width, height] by name. */
function boxesOf(layers: readonly Json[]): Record<string, unknown[]> {
  const boxes: Record<string, unknown[]> = {};
  const visit = (laidOut: readonly ResolvedLayer[]): void => {
    for (const layer of laidOut) {
      boxes[layer.name] = [layer.x, layer.y, layer.width, layer.height];
      if (isHolder(layer)) visit(layer.layers);
    }
  };
  visit(layOut(pageOf(layers), LETTERS).pages[0]!.layers);
  return boxes;
}

const shape = (name: string, more: Json = {}): Json => ({ type: 'shape', name, width: 40, height: 20, ...more });
const text = (name: string, words: string, more: Json = {}): Json => ({ type: 'text', name, text: words, ...more });
const HUGGING = { width: 'auto', height: 'auto' };

describe('a layout', () => {
  it('leaves what follows from no content as it was', () => {
    const timeline = pageOf([BOX, { type: 'group', name: 'g', layers: [shape('in', { x: '10%' })] }]);
    expect(layOut(timeline, LETTERS).pages[0]!.layers).toBe(timeline.pages[0]!.layers);
  });

  it('lets a longer text push what follows, in a row and in a column', () => {
    const stack = (direction: string, words: string): Json => ({
      ...{ type: 'stack', name: 's', direction, ...HUGGING, padding: 5, gap: 3 },
      layers: [text('t', words), shape('b')],
    });
    expect(boxesOf([stack('row', 'abc')])).toMatchObject({ s: [0, 0, 83, 30], b: [38, 5, 40, 20] });
    expect(boxesOf([stack('row', 'abcdef')])).toMatchObject({ s: [0, 0, 113, 30], b: [68, 5, 40, 20] });
    const long = 'a'.repeat(60);
    expect(boxesOf([stack('column', long)])).toMatchObject({ t: [5, 5, 600, 20], b: [5, 28, 40, 20] });
    const wrapped = 'aaaaa '.repeat(12).trim();
    expect(boxesOf([stack('column', wrapped)])).toMatchObject({ t: [5, 5, 390, 40], b: [5, 48, 40, 20] });
  });

  it('gives no room to layers that are hidden or out of the flow', () => {
    const layers = [shape('plate', { in_flow: false, width: '100%', height: '100%' }), shape('a'), shape('gone', { visible: false }), shape('b')]; // prettier-ignore
    const boxes = boxesOf([{ type: 'stack', name: 's', ...HUGGING, gap: 10, layers }]);
    expect(boxes).toMatchObject({ s: [0, 0, 40, 50], a: [0, 0, 40, 20], b: [0, 30, 40, 20] });
    expect(boxes['plate']).toEqual([0, 0, '100%', '100%']);
  });

  it('keeps sizes within their limits, also those that are stated', () => {
    expect(boxesOf([text('t', 'abcdef', { ...HUGGING, max_width: 30 })])).toMatchObject({ t: [0, 0, 30, 40] });
    expect(boxesOf([shape('s', { min_width: '25%', max_height: 5 })])).toMatchObject({ s: [0, 0, 100, 5] });
  });

  it('lets a box grow away from its anchor and wraps it at the edge of its parent', () => {
    const label = (more: Json): Json => text('t', 'a'.repeat(30), { ...HUGGING, ...more });
    expect(boxesOf([label({ x: 300 })])).toMatchObject({ t: [300, 0, 300, 20] });
    expect(boxesOf([text('t', 'aa aa aa aa aa', { ...HUGGING, x: 300 })])).toMatchObject({ t: [300, 0, 100, 40] });
    expect(nodesAt([label({ x: 400, anchor_x: 1 })], 0)[0]!.matrix[4]).toBeLessThan(400);
  });

  it('counts percentages of a group that hugs its layers as nothing, and resolves them afterwards', () => {
    const group = { type: 'group', name: 'g', ...HUGGING, layers: [shape('plate', { width: '100%', height: '100%' }), shape('a', { x: 30, y: 10 })] }; // prettier-ignore
    expect(boxesOf([group])).toMatchObject({ g: [0, 0, 70, 30], plate: [0, 0, '100%', '100%'] });
  });

  it('moves keyframes of a position along, and nothing else with them', () => {
    const moving = shape('b', { keyframes: { x: [{ time: 0, value: 0, easing: 'linear' }, { time: 4, value: 80 }] } }); // prettier-ignore
    const timeline = layOut(pageOf([{ type: 'stack', name: 's', direction: 'row', layers: [shape('a'), moving, shape('c')] }]), LETTERS); // prettier-ignore
    const lefts = [0, 40].map((frame) => sample(timeline, frame).pages[0]!.nodes.map(({ matrix }) => matrix[4]));
    expect(lefts).toEqual([
      [0, 40, 80],
      [0, 80, 80],
    ]);
  });

  it('is estimated where there are no fonts, so that frames can be compared', () => {
    const [node] = nodesAt([text('t', 'abc', HUGGING)], 0);
    expect(node!.box.width).toBeGreaterThan(0);
    expect(node!.box.height).toBeGreaterThan(0);
  });

  it('is linear in the number of layers, however deep they are', () => {
    let calls = 0;
    const counting: TextMeasurer = { ...LETTERS, at: (layer, width) => (calls++, LETTERS.at(layer, width)) };
    const nested = (depth: number): Json => ({
      ...{ type: 'stack', name: `s${depth}`, direction: depth % 2 === 0 ? 'row' : 'column', wrap: depth % 3 === 0 },
      ...{ align: 'stretch', width: depth === 12 ? 300 : 'auto', height: 'auto' },
      layers: [text(`t${depth}`, 'some words'), ...(depth > 0 ? [nested(depth - 1)] : [])],
    });
    layOut(pageOf([nested(12)]), counting);
    expect(calls).toBeLessThan(13 * 30);
  });
});

describe('a flex line', () => {
  const item = { base: 50, min: 0, max: Infinity, grow: 0, shrink: 50 };

  it.each([
    [
      'grow in proportion',
      [
        { ...item, grow: 1 },
        { ...item, grow: 3 },
      ],
      200,
      [75, 125],
    ],
    ['take a share of the room below a sum of 1', [{ ...item, grow: 0.25 }, item], 200, [75, 50]],
    [
      'leave to others what a limit holds back',
      [
        { ...item, grow: 1, max: 60 },
        { ...item, grow: 1 },
      ],
      200,
      [60, 140],
    ],
    ['shrink in proportion to their size', [item, { ...item, base: 100, shrink: 100 }], 75, [25, 50]],
    ['do not shrink below their least size', [{ ...item, min: 40 }, item], 60, [40, 20]],
    [
      'keep their size without room and without giving way',
      [
        { ...item, shrink: 0 },
        { ...item, shrink: 0 },
      ],
      10,
      [50, 50],
    ],
  ] as const)('lets items %s', (_name, items, room, sizes) => {
    expect(flexedSizes(items, room, 0)).toEqual(sizes);
  });
});
