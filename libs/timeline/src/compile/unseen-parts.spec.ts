import { describe, expect, it } from '@jest/globals';
import { BOX, type Json, pageOf } from '../testing/documents.js';
import { unseenParts } from './unseen-parts.js';

/** Warnings about layers on a page of 4 s, as `field: code`. */
function reported(layers: readonly Json[]): string[] {
  return unseenParts(pageOf(layers)).warnings.map(({ field, code }) => `${field}: ${code}`);
}

const TRACK = (...values: (number | string)[]): Json[] => values.map((value, time) => ({ time, value }));

describe('unseenParts', () => {
  it.each<[what: string, layer: Json, warning: string]>([
    ['starts as its page ends', { start: 4 }, 'start: LAYER_OUTSIDE_TIME'],
    ['starts after its page', { start: 5, duration: 1 }, 'start: LAYER_OUTSIDE_TIME'],
    ['falls between two frames', { start: 1.01, duration: 0.02 }, 'duration: LAYER_OUTSIDE_TIME'],
    ['has no width', { width: 0 }, 'width: LAYER_EMPTY'],
    ['has no height', { height: '0%' }, 'height: LAYER_EMPTY'],
    ['has no scale', { scale: 0 }, 'scale: LAYER_EMPTY'],
    ['keeps a width of 0', { keyframes: { width: TRACK(0, '0%') } }, 'width: LAYER_EMPTY'],
    ['is transparent', { opacity: 0 }, 'opacity: LAYER_TRANSPARENT'],
    ['enters transparent', { opacity: 0, enter: { type: 'fade' } }, 'opacity: LAYER_TRANSPARENT'],
    ['stays transparent', { keyframes: { opacity: TRACK(0, 0) } }, 'opacity: LAYER_TRANSPARENT'],
  ])('reports a layer that %s', (_what, layer, warning) => {
    expect(reported([{ ...BOX, ...layer }])).toEqual([`pages[0].layers[0].${warning}`]);
  });

  it.each<[what: string, layer: Json]>([
    ['is shown', {}],
    ['is hidden on purpose', { visible: false, start: 9 }],
    ['starts in the last frame', { start: 3.95 }],
    ['appears by keyframes', { opacity: 0, keyframes: { opacity: TRACK(0, 1) } }],
    ['grows by keyframes', { width: 0, keyframes: { width: TRACK(0, 10) } }],
    ['grows from nothing', { scale: 0, keyframes: { scale: TRACK(0, 2) } }],
    ['is a line without height', { shape: 'line', height: 0, stroke_width: 4, stroke_color: '#000000' }],
    ['is a group without a size', { type: 'group', name: 'g', width: 0, height: 0, layers: [BOX] }],
  ])('does not report a layer that %s', (_what, layer) => {
    expect(reported([layer['type'] === 'group' ? layer : { ...BOX, ...layer }])).toEqual([]);
  });

  it('does not report a layer that masks another', () => {
    expect(
      reported([
        { ...BOX, opacity: 0 },
        { ...BOX, name: 'b', mask: { layer: 'a' } },
      ]),
    ).toEqual([]);
  });

  it('reports a group once, and layers that miss the time of their group', () => {
    const group = { type: 'group', name: 'g', layers: [{ ...BOX, start: 2 }] };
    expect(reported([{ ...group, opacity: 0 }])).toEqual(['pages[0].layers[0].opacity: LAYER_TRANSPARENT']);
    expect(reported([{ ...group, duration: 2 }])).toEqual(['pages[0].layers[0].layers[0].start: LAYER_OUTSIDE_TIME']);
    const early = { ...group, start: 3, layers: [{ ...BOX, duration: 3 }] };
    expect(reported([early])).toEqual(['pages[0].layers[0].layers[0].duration: LAYER_OUTSIDE_TIME']);
  });

  it('gives the times, the value and the layers that it reports', () => {
    const { warnings, keys } = unseenParts(pageOf([BOX, { ...BOX, name: 'late', start: 5 }]));
    expect(warnings).toEqual([
      {
        field: 'pages[0].layers[1].start',
        code: 'LAYER_OUTSIDE_TIME',
        severity: 'warning',
        message: 'the layer starts at 5 s, when its page has ended; set start to 0 or another time before that end',
        value: 5,
      },
    ]);
    expect([...keys]).toEqual(['pages[0].layers[1]']);
  });
});
