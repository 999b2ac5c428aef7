import { describe, expect, it } from '@jest/globals';
import { growth } from '#libs/testing';
import { applyModifications } from './finish/apply-modifications.js';
import { validateTemplate } from './validate-template.js';

const documentOf = (layers: unknown[], more: object = {}) => ({
  name: 'Promo',
  width: 640,
  height: 360,
  pages: [{ number: 1, duration: 4, layers }],
  ...more,
});

const faultsOf = (document: unknown) => {
  const checked = validateTemplate(document);
  return checked.ok ? [] : checked.faults.map(({ field, code }) => `${field} ${code}`);
};

const text = (name: string, more: object = {}) => ({ type: 'text', name, text: 'Hello', ...more });
const group = (name: string, layers: unknown[]) => ({ type: 'group', name, layers });

describe('counts and lengths are checked before anything else', () => {
  it.each([
    ['path', { type: 'shape', name: 'a', shape: 'path', path: ' '.repeat(10_001) }],
    ['path', { type: 'shape', name: 'a', shape: 'path', path: '!'.repeat(10_001) }],
    ['text_color', text('a', { text_color: '('.repeat(2_049) })],
    ['outline_color', text('a', { outline_color: '('.repeat(513) })],
    ['text_shadow', text('a', { text_shadow: ','.repeat(2_049) })],
    ['x', text('a', { x: '1'.repeat(33) })],
    ['source_url', { type: 'image', name: 'a', source_url: ' '.repeat(2_049) }],
  ])('%s of more characters than it may have', (property, layer) => {
    expect(faultsOf(documentOf([layer]))).toEqual([`pages[0].layers[0].${property} VALUE_TOO_LARGE`]);
  });

  it('the easing of an animation', () => {
    const enter = { type: 'fade', easing: '('.repeat(101) };
    expect(faultsOf(documentOf([text('a', { enter })]))).toEqual(['pages[0].layers[0].enter.easing VALUE_TOO_LARGE']);
  });

  it('the layers of a page, whatever else is wrong with them', () => {
    const faulty = Array.from({ length: 210 }, (_, n) => text(`t${n}`, { mask: { layer: 'absent' }, what: 1 }));
    const both = documentOf([group('a', faulty), group('b', faulty)]);
    expect(faultsOf(both)).toEqual(['pages[0].layers VALUE_TOO_LARGE']);
    expect(faultsOf(documentOf([...faulty, ...faulty]))).toEqual(['pages[0].layers VALUE_TOO_LARGE']);
  });

  it('the cues of a caption, the values of a pie and the sounds of a video', () => {
    const cues = Array.from({ length: 5_001 }, () => ({ start: 2, end: 1, text: '' }));
    const chart_data = Array.from({ length: 201 }, () => ({ label: '', value: -1 }));
    const layers = [
      { type: 'caption', name: 'a', cues },
      { type: 'chart', name: 'b', chart_type: 'pie', chart_data },
    ];
    const audio = Array.from({ length: 17 }, () => ({ source_url: 'https://a.example/', trim_start: 2, trim_end: 1 }));
    expect(faultsOf(documentOf(layers, { audio }))).toEqual([
      'pages[0].layers[0].cues VALUE_TOO_LARGE',
      'pages[0].layers[1].chart_data VALUE_TOO_LARGE',
      'audio VALUE_TOO_LARGE',
    ]);
  });

  it('the variables of a document', () => {
    const variables = Object.fromEntries(Array.from({ length: 501 }, (_, n) => [`v${n}`, { type: 'no' }]));
    expect(faultsOf(documentOf([], { variables }))).toEqual(['variables VALUE_TOO_LARGE']);
  });
});

describe('variables', () => {
  const free = { a: { type: 'string' } };

  it.each([
    ['text', 10_000, text('a', { text: '{{a}}'.repeat(2_001) })],
    ['font_family', 512, text('a', { font_family: '{{a}}'.repeat(103) })],
    ['align', 512, text('a', { align: '{{a}}'.repeat(103) })],
    ['source_url', 2_048, { type: 'image', name: 'a', source_url: `https://a.example/${'{{a}}'.repeat(500)}` }],
  ])('cannot store a %s of more than %d characters', (property, _limit, layer) => {
    const document = documentOf([layer], { variables: free });
    expect(faultsOf(document)).toEqual([`pages[0].layers[0].${property} VALUE_TOO_LARGE`]);
  });

  it('may be used in a string that is longer than its result', () => {
    const align = `{{${'a'.repeat(60)}}}`;
    const variables = { ['a'.repeat(60)]: { type: 'string', default: 'left' } };
    expect(faultsOf(documentOf([text('a', { align })], { variables }))).toEqual([]);
  });

  it('are used a bounded number of times', () => {
    const layers = Array.from({ length: 6 }, (_, n) => text(`t${n}`, { text: '{{a}}'.repeat(2_000) }));
    expect(faultsOf(documentOf(layers.slice(0, 5), { variables: free }))).toEqual([]);
    expect(faultsOf(documentOf(layers, { variables: free }))).toEqual(['variables VALUE_TOO_LARGE']);
  });

  const spread = Array.from({ length: 3 }, (_, index) => ({
    number: index + 1,
    duration: 1,
    layers: Array.from({ length: 100 }, (__, n) => text(`t${n}`, { text: '{{a}}' })),
  }));

  it('cannot make a document too long, by their defaults or by a caller', () => {
    const blown = { a: { type: 'string', default: 'x'.repeat(10_000) } };
    expect(faultsOf(documentOf([], { variables: blown, pages: spread }))).toEqual(['variables VALUE_TOO_LARGE']);
    const template = validateTemplate(documentOf([], { variables: free, pages: spread }));
    if (!template.ok) throw new Error(JSON.stringify(template.faults));
    expect(applyModifications(template.value, { variables: { a: 'x'.repeat(5_000) } })).toMatchObject({ ok: true });
    expect(applyModifications(template.value, { variables: { a: 'x'.repeat(10_000) } })).toMatchObject({
      ok: false,
      faults: [{ field: 'modifications.variables', code: 'VALUE_TOO_LARGE' }],
    });
  });

  it('stop at the limit of a field, however often they are used', () => {
    const layers = [text('a', { text: '{{a}}'.repeat(2_000) })];
    const template = validateTemplate(documentOf(layers, { variables: free }));
    if (!template.ok) throw new Error(JSON.stringify(template.faults));
    const apply = (size: number) => applyModifications(template.value, { variables: { a: 'x'.repeat(size) } });
    const before = process.memoryUsage().external + process.memoryUsage().heapUsed;
    expect(apply(10_000)).toMatchObject({
      ok: false,
      faults: [{ field: 'modifications.variables.a', code: 'VALUE_TOO_LARGE' }],
    });
    expect(process.memoryUsage().external + process.memoryUsage().heapUsed - before).toBeLessThan(15_000_000);
  });

  it('with a default of a wrong type, or too long, are not replaced', () => {
    const layers = [text('a', { text: '{{a}}'.repeat(2_000) })];
    const variables = { a: { type: 'string', default: 'x'.repeat(100_000) } };
    expect(faultsOf(documentOf(layers, { variables }))).toEqual(['variables.a.default VALUE_TOO_LARGE']);
  });
});

describe('the time to validate a document grows no faster than the document', () => {
  it.each<[string, (size: number) => unknown]>([
    [
      'layers that mask one another',
      (n) => documentOf(Array.from({ length: n }, (_, i) => text(`t${i}`, { mask: { layer: 't0' } }))),
    ],
    ['pages', (n) => documentOf([], { pages: Array.from({ length: n }, () => ({ number: 0, layers: [text('a')] })) })],
    [
      'groups within groups',
      (n) =>
        documentOf(
          Array.from({ length: 90 }, () =>
            group(
              'a',
              Array.from({ length: n / 90 }, () => text('a')),
            ),
          ),
        ),
    ],
    [
      'unknown fields',
      (n) => ({ ...documentOf([]), ...Object.fromEntries(Array.from({ length: n }, (_, i) => [`f${i}`, i])) }),
    ],
    [
      'faults under one long name',
      (n) =>
        documentOf([], { variables: { a: { type: 'string', default: { ['k'.repeat(n)]: Array(n).fill('\0') } } } }),
    ],
  ])('%s', (_name, documentOfSize) => {
    const documents = new Map([5_000, 20_000].map((size) => [size, documentOfSize(size)]));
    expect(growth((size) => validateTemplate(documents.get(size)), 5_000)).toBeLessThan(3);
  });
});
