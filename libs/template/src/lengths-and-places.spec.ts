import { describe, expect, it } from '@jest/globals';
import { applyModifications } from './finish/apply-modifications.js';
import { resolveLayer } from './layers/layer.js';
import { validateTemplate } from './validate-template.js';

type Json = Record<string, unknown>;

const FRAME = { width: 1080, height: 1920 };

function withLayer(layer: Json): Json {
  const text = { name: 'a', type: 'text', text: 'Hello', ...layer };
  return { name: 'Story', ...FRAME, pages: [{ number: 1, duration: 4, layers: [text] }] };
}

/** The faults of a document with one text, by field within the layer. */
function faultsOf(layer: Json): [string, string][] {
  const checked = validateTemplate(withLayer(layer));
  return checked.ok ? [] : checked.faults.map(({ field, code }) => [field.replace('pages[0].layers[0].', ''), code]);
}

describe('lengths of the frame', () => {
  it('are accepted wherever a length is, also in keyframes and animations', () => {
    const layer = {
      ...{ x: '12vw', y: '8vh', width: '80vw', height: '30vmin', font_size: '9vmin', tracking: '-0.2vw' },
      ...{ padding: '2vmin', border_radius: '1.5vmax', blur: '0.1vh' },
      enter: { type: 'slide', distance: '10vw' },
      keyframes: {
        x: [{ time: 0, value: '-5vw' }],
        font_size: [
          { time: 0, value: '4vmin' },
          { time: 1, value: 80 },
        ],
      },
    };
    expect(faultsOf(layer)).toEqual([]);
  });

  it.each([
    [{ font_size: '50%' }, 'font_size', 'INVALID_VALUE'],
    [{ font_size: '-2vw' }, 'font_size', 'INVALID_VALUE'],
    [{ font_size: '12 vw' }, 'font_size', 'INVALID_VALUE'],
    [{ font_size: '12pt' }, 'font_size', 'INVALID_VALUE'],
    [{ font_size: 'vw' }, 'font_size', 'INVALID_VALUE'],
    [{ font_size: true }, 'font_size', 'INVALID_TYPE'],
    [{ font_size: 2001 }, 'font_size', 'VALUE_TOO_LARGE'],
    [{ font_size: 0.5 }, 'font_size', 'VALUE_TOO_SMALL'],
    [{ font_size: '200vw' }, 'font_size', 'VALUE_TOO_LARGE'],
    [{ font_size: '0.05vw' }, 'font_size', 'VALUE_TOO_SMALL'],
    [{ width: '-1vw' }, 'width', 'INVALID_VALUE'],
    [{ x: `${'9'.repeat(64 * 1024)}vw` }, 'x', 'VALUE_TOO_LARGE'],
    [{ opacity: '1vw' }, 'opacity', 'INVALID_TYPE'],
    [{ keyframes: { blur: [{ time: 0, value: '90vw' }] } }, 'keyframes.blur[0].value', 'VALUE_TOO_LARGE'],
    [{ keyframes: { padding: [{ time: 0, value: '-1vw' }] } }, 'keyframes.padding[0].value', 'VALUE_TOO_SMALL'],
  ])('that are none are refused: %j', (layer, field, code) => {
    expect(faultsOf(layer).map(([at, found]) => [at.slice(0, 40), found])).toEqual([[field, code]]);
  });

  it('are pixels in a resolved layer, in keyframes and animations as well; percentages stay', () => {
    const layer = resolveLayer(
      {
        ...{ name: '12vw', type: 'text', text: '12vw', x: '12vw', width: '50%', font_size: '10vmin', padding: 8 },
        enter: { type: 'slide', distance: '10vh' },
        keyframes: { y: [{ time: 0, value: '5vmax' }], font_size: [{ time: 0, value: '5vmin' }] },
      },
      FRAME,
    );
    expect(layer).toMatchObject({ name: '12vw', text: '12vw', x: 129.6, width: '50%', fontSize: 108, padding: 8 });
    expect(layer).toMatchObject({ enter: { distance: 192 } });
    expect(layer.keyframes).toMatchObject({ y: [{ value: 96 }], fontSize: [{ value: 54 }] });
  });

  it('are pixels in the shadows of a resolved layer', () => {
    const shadows = (text_shadow: string) => {
      expect(faultsOf({ text_shadow })).toEqual([]);
      const layer = resolveLayer({ name: 'a', type: 'text', text: 'a', text_shadow }, FRAME);
      return layer.type === 'text' && layer.textShadow;
    };
    expect(shadows('1vmin -0.5vh 2vw rgb(1 2 3), red 1px .5vw')).toBe('10.8px -9.6px 21.6px rgb(1 2 3), red 1px 5.4px');
    expect(shadows('0 99999vw 0 #000')).toBe('0 99999px 0 #000');
    expect(shadows('0 4px 12px rgba(0,0,0,0.4)')).toBe('0 4px 12px rgba(0,0,0,0.4)');
    expect(faultsOf({ text_shadow: '1% 2px red' })).toEqual([['text_shadow', 'INVALID_VALUE']]);
  });

  it('are judged when their expressions have values', () => {
    const repeat = { list: '[1, 2]', as: 'step' };
    expect(
      faultsOf({ repeat, width: '{{step * 10}}vmin', keyframes: { x: [{ time: 0, value: '{{step}}vw' }] } }),
    ).toEqual([]);
    expect(faultsOf({ repeat, font_size: '{{step * 300}}vmin' })).toEqual([['font_size', 'VALUE_TOO_LARGE']]);
  });

  it('of a caller are judged like those of the document, at the path of the caller', () => {
    const checked = validateTemplate(withLayer({}));
    if (!checked.ok) throw new Error('invalid');
    const change = (font_size: unknown) =>
      applyModifications(checked.value, { pages: [{ number: 1, layers: [{ name: 'a', font_size }] }] });
    expect(change('5vmin').ok).toBe(true);
    const refused = change('500vmin');
    expect(refused.ok || refused.faults).toMatchObject([
      { field: 'pages[0].layers[0].font_size', code: 'VALUE_TOO_LARGE', value: '500vmin' },
    ]);
  });
});

describe('constraints', () => {
  it.each([
    { left: 10 },
    { right: '2vw', width: 200 },
    { left: '5%', right: '5%', top: 0, bottom: 0 },
    { center_x: 0, center_y: '-10%', anchor_x: 0.5 },
    { left: 10, keyframes: { right: [{ time: 0, value: 10 }] } },
  ])('%j place a layer', (layer) => expect(faultsOf(layer)).toEqual([]));

  it.each([
    [{ x: 0, left: 10 }, 'x'],
    [{ y: '10%', bottom: 10 }, 'y'],
    [{ left: 10, right: 10, width: 100 }, 'width'],
    [{ left: 10, right: 10, x: 100 }, 'x'],
    [{ top: 10, center_y: 0 }, 'top'],
    [{ center_x: 0, x: 5 }, 'x'],
    [{ left: 1, keyframes: { x: [{ time: 0, value: 1 }] } }, 'keyframes.x'],
    [{ top: 1, bottom: 1, keyframes: { height: [{ time: 0, value: 1 }] } }, 'keyframes.height'],
  ])('that contradict are refused: %j', (layer, field) => expect(faultsOf(layer)).toEqual([[field, 'INVALID_VALUE']]));
});
