import { describe, expect, it } from '@jest/globals';
import { compile } from '#libs/timeline';
import { validDocument } from '#libs/testing';
import { explainPainting } from './explain-painting.js';

const FILES = {
  image: (): string => '',
  font: (): string => '',
};

async function causes(layers: object[]): Promise<Record<string, string[]>> {
  const document = { name: 'd', width: 320, height: 180, pages: [{ number: 1, duration: 1, layers }] };
  const painted = await explainPainting(compile(validDocument(document), { fps: 10 }), FILES);
  const byLayer = Map.groupBy(painted, ({ key }) => key);
  return Object.fromEntries(
    [...byLayer].map(([key, all]) => [key, all.map(({ cause, frames }) => `${cause} ${frames}`)]),
  );
}

const box = { x: 40, y: 40, width: 80, height: 60, fill_color: '#ff0000' };
const over = (from: unknown, to: unknown): object[] => [
  { time: 0, value: from, easing: 'linear' },
  { time: 1, value: to },
];

describe('what Skia paints is explained:', () => {
  it('a layer that rests or moves is painted once', async () => {
    const layers = [
      { name: 'rests', type: 'shape', ...box },
      { name: 'moves', type: 'shape', ...box, fill_color: '#0000ff', keyframes: { x: over(0, 200) } },
    ];
    expect(await causes(layers)).toEqual({ 'pages[0].layers[0]': ['first 1'], 'pages[0].layers[1]': ['first 1'] });
  });

  it('one whose content changes is painted whenever it does', async () => {
    const layers = [{ name: 'grows', type: 'shape', ...box, keyframes: { width: over(20, 200) } }];
    expect(await causes(layers)).toEqual({ 'pages[0].layers[0]': ['first 1', 'content 9'] });
  });

  it('the mask of a layer is painted once, an inverted one whenever it moves over the layer', async () => {
    const layersWith = (mode: string): object[] => [
      { name: 'seen', type: 'shape', ...box, mask: { layer: 'window', mode } },
      { name: 'window', type: 'shape', ...box, shape: 'ellipse', keyframes: { x: over(0, 100) } },
    ];
    expect(await causes(layersWith('luma'))).toEqual({ 'pages[0].layers[0]': ['first 1'] });
    expect(await causes(layersWith('luma-inverted'))).toEqual({ 'pages[0].layers[0]': ['first 1', 'cut 9'] });
  });

  it('a transparent group whose layers move is composited of layers that are painted once', async () => {
    const moving = { name: 'moves', type: 'shape', ...box, keyframes: { x: over(0, 200) } };
    const resting = { name: 'rests', type: 'shape', ...box, fill_color: '#0000ff' };
    const group = { name: 'group', type: 'group', opacity: 0.5, layers: [resting, moving] };
    const inner = (index: number): string => `pages[0].layers[0].layers[${index}]`;
    expect(await causes([group])).toEqual({ [inner(0)]: ['first 1'], [inner(1)]: ['first 1'] });
    const blended = { ...group, layers: [resting, { ...moving, blend_mode: 'multiply' }] };
    expect(await causes([blended])).toEqual({ 'pages[0].layers[0]': ['changing 10'] });
  });

  it('a bar that is drawn looks different in every frame until it is whole', async () => {
    const layers = [{ name: 'drawn', type: 'shape', ...box, enter: { type: 'draw', duration: 0.5 } }];
    expect(await causes(layers)).toEqual({ 'pages[0].layers[0]': ['changing 5', 'first 1'] });
  });
});
