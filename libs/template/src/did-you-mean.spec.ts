import { describe, expect, it } from '@jest/globals';
import { applyModifications } from './finish/apply-modifications.js';
import { didYouMean } from './did-you-mean.js';
import { Modifications } from './modifications.js';
import { validateShape } from './shape/validate-shape.js';
import { validateTemplate } from './validate-template.js';

const FIELDS = ['font_size', 'font_family', 'text_color', 'x', 'y', 'width'];

describe('didYouMean', () => {
  it.each([
    ['font_sise', '; did you mean "font_size"?'],
    ['fontSize', '; did you mean "font_size"?'],
    ['Font-Size', '; did you mean "font_size"?'],
    ['widht', '; did you mean "width"?'],
    ['textcolour', '; did you mean "text_color"?'],
    ['color', '; did you mean "text_color"?'],
    ['fontColor', '; did you mean "text_color"?'],
    ['z', ''],
    ['weight_of_it', ''],
    ['', ''],
    [5, ''],
    ['f'.repeat(100_000), ''],
  ])('%.20s', (name, expected) => {
    expect(didYouMean(name, FIELDS)).toBe(expected);
  });

  it('skips candidates that are no strings', () => {
    expect(didYouMean('font_sise', [5, null, {}, 'font_size'])).toBe('; did you mean "font_size"?');
  });

  it('looks at a thousand candidates at most', () => {
    function* endless(): Generator<string> {
      for (;;) yield 'nothing alike';
    }
    expect(didYouMean('font_sise', endless())).toBe('');
  });
});

const LAYERS = [
  { name: 'title', type: 'text', text: 'Hello {{shop}}' },
  { name: 'photo', type: 'image', source_url: 'https://example.com/a.jpg' },
];
const DOCUMENT = {
  name: 'Greeting',
  width: 640,
  height: 360,
  variables: { shop: { type: 'string', default: 'Ours' } },
  pages: [{ number: 1, duration: 2, layers: LAYERS }],
};

function withLayer(change: object, more: object = {}): object {
  return {
    ...DOCUMENT,
    pages: [{ number: 1, duration: 2, layers: [{ ...LAYERS[0], ...change }, LAYERS[1]] }],
    ...more,
  };
}

function faultOf(document: object): string {
  const checked = validateTemplate(document);
  return checked.ok ? '' : checked.faults.map(({ message }) => message).join(' | ');
}

describe('a fault of a document proposes', () => {
  it.each<[what: string, document: object, message: string]>([
    ['a field', withLayer({ font_sise: 5 }), 'font_sise is not a known field; did you mean "font_size"?'],
    ['a field of the document', { ...DOCUMENT, widht: 5 }, 'widht is not a known field; did you mean "width"?'],
    ['a kind', withLayer({ type: 'txet' }), '; did you mean "text"?'],
    ['a value of a set', withLayer({ align: 'centr' }), '; did you mean "center"?'],
    ['a variable', withLayer({ text: '{{shpo}}' }), 'the document declares no variable shpo; did you mean "shop"?'],
    ['a layer to mask with', withLayer({ mask: { layer: 'phto' } }), '; did you mean "photo"?'],
    [
      'a keyframed property',
      withLayer({ keyframes: { opacty: [{ time: 0, value: 1 }] } }),
      'opacty is not a known field; did you mean "opacity"?',
    ],
  ])('%s', (_what, document, message) => {
    expect(faultOf(document)).toContain(message);
  });
});

function faultsOf(modifications: object): string {
  const template = validateTemplate(DOCUMENT);
  if (!template.ok) throw new Error(JSON.stringify(template.faults));
  const shape = validateShape(Modifications, modifications);
  const checked = shape.ok ? applyModifications(template.value, shape.value) : shape;
  return checked.ok ? '' : checked.faults.map(({ message }) => message).join(' | ');
}

describe('a fault of modifications', () => {
  it.each<[what: string, modifications: object, message: string]>([
    [
      'proposes a layer',
      { pages: [{ number: 1, layers: [{ name: 'titel', text: 'x' }] }] },
      'titel is not a layer of this page; did you mean "title"?',
    ],
    ['proposes a variable', { variables: { shopp: 'x' } }, 'the template has no variable shopp; did you mean "shop"?'],
    ['counts the pages', { pages: [{ number: 3 }] }, 'the template has no page 3, its last page is 1'],
    [
      'proposes a property',
      { pages: [{ number: 1, layers: [{ name: 'title', txt: 'x' }] }] },
      'txt is not a known field; did you mean "text"?',
    ],
    [
      'names a property that the template does not open',
      { pages: [{ number: 1, layers: [{ name: 'title', x: 5 }] }] },
      'x is not modifiable by a caller: the template does not open it; its author may, by "open": ["x"] of the layer',
    ],
    [
      'names the font family',
      { pages: [{ number: 1, layers: [{ name: 'title', font_family: 'Roboto' }] }] },
      'font_family is not modifiable by a caller: the template does not open it; its author may, by "open": ["font_family"] of the layer',
    ],
    [
      'names a property of layers that only the template sets',
      { pages: [{ number: 1, layers: [{ name: 'title', mask: {} }] }] },
      'mask is not modifiable by a caller: only the template sets it',
    ],
    [
      'names a property of pages that only the template sets',
      { pages: [{ number: 1, duration: 5 }] },
      'duration is not modifiable by a caller: only the template sets it',
    ],
  ])('%s', (_what, modifications, message) => {
    expect(faultsOf(modifications)).toBe(message);
  });
});
