import { describe, expect, it } from '@jest/globals';
import { documentInSize, pathInAllSizes, sizesOf } from './document-in-size.js';

const text = { name: 'title', type: 'text', text: 'Hello {{who}}', x: 100, keyframes: { x: [1], opacity: [2] } };

const source = {
  name: 'Promo',
  width: 1920,
  height: 1080,
  background_color: 'white',
  sizes: {
    portrait: { width: 1080, height: 1920, background_color: 'black' },
    square: { width: 1080, height: 1080 },
  },
  pages: [
    {
      number: 1,
      duration: 4,
      for_size: { portrait: { background_color: 'red' } },
      layers: [
        { ...text, for_size: { portrait: { x: '{{place}}', font_size: 60 } } },
        {
          name: 'group',
          type: 'group',
          for_size: { square: { rotation: 5 } },
          layers: [{ ...text, name: 'inner', for_size: { portrait: { keyframes: { x: [3] } } } }],
        },
      ],
    },
  ],
};

describe('the document in one of its sizes', () => {
  it('has the values of the size, in groups too, and no other size', () => {
    expect(sizesOf(source)).toEqual(['default', 'portrait', 'square']);
    expect(documentInSize(source, 'portrait')).toEqual({
      name: 'Promo',
      width: 1080,
      height: 1920,
      background_color: 'black',
      pages: [
        {
          number: 1,
          duration: 4,
          background_color: 'red',
          layers: [
            { ...text, x: '{{place}}', font_size: 60, keyframes: { opacity: [2] } },
            { name: 'group', type: 'group', layers: [{ ...text, name: 'inner', keyframes: { x: [3], opacity: [2] } }] },
          ],
        },
      ],
    });
  });

  it('is the document itself in its own size', () => {
    const before = structuredClone(source);
    const [page] = source.pages;
    const inner = { ...text, name: 'inner' };
    const layers = [text, { name: 'group', type: 'group', layers: [inner] }];
    expect(documentInSize(source, 'default')).toEqual({
      ...source,
      sizes: undefined,
      pages: [{ number: page!.number, duration: page!.duration, layers }],
    });
    expect(source).toEqual(before);
  });

  it.each([
    [['height'], ['sizes', 'portrait', 'height']],
    [['name'], ['name']],
    [
      ['pages', 0, 'background_color'],
      ['pages', 0, 'for_size', 'portrait', 'background_color'],
    ],
    [
      ['pages', 0, 'layers', 0, 'x'],
      ['pages', 0, 'layers', 0, 'for_size', 'portrait', 'x'],
    ],
    [
      ['pages', 0, 'layers', 0, 'text'],
      ['pages', 0, 'layers', 0, 'text'],
    ],
    [
      ['pages', 0, 'layers', 1, 'layers', 0, 'keyframes', 'x', 0],
      ['pages', 0, 'layers', 1, 'layers', 0, 'for_size', 'portrait', 'keyframes', 'x', 0],
    ],
    [
      ['pages', 0, 'layers', 1, 'layers', 0, 'keyframes', 'opacity', 0],
      ['pages', 0, 'layers', 1, 'layers', 0, 'keyframes', 'opacity', 0],
    ],
  ])('has at %j what the source has at %j', (path, expected) => {
    expect(pathInAllSizes(source, 'portrait', path)).toEqual(expected);
  });
});

describe('a layer with a place for a size', () => {
  const inSize = (layer: object, values: object): unknown => {
    const document = { sizes: { tall: {} }, pages: [{ layers: [{ ...layer, for_size: { tall: values } }] }] };
    const { pages } = documentInSize(document, 'tall') as unknown as { pages: { layers: unknown[] }[] };
    return pages[0]!.layers[0];
  };

  it.each([
    [{ x: 10, y: 20, width: 30 }, { right: 5 }, { y: 20, width: 30, right: 5 }],
    [
      { x: 10, width: 30 },
      { left: 5, right: 5 },
      { left: 5, right: 5 },
    ],
    [
      { left: 5, right: 5 },
      { center_x: 0, width: 30 },
      { center_x: 0, width: 30 },
    ],
    [{ top: 5, keyframes: { top: [1], opacity: [2] } }, { y: 0 }, { y: 0, keyframes: { opacity: [2] } }],
    [{ bottom: 5 }, { opacity: 0.5 }, { bottom: 5, opacity: 0.5 }],
  ])('has that alone in its direction: %j with %j', (layer, values, expected) => {
    expect(inSize(layer, values)).toEqual(expected);
  });
});
