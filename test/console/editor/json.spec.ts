import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Json, valueAt } from '#libs/document';
import { propertySuggestions, valueSuggestions } from '../../../apps/console/src/editor/json/completion.ts';
import { pathOfField } from '../../../apps/console/src/api/field-path.ts';
import { nearestRange, pathAt, valueRanges } from '../../../apps/console/src/editor/json/value-ranges.ts';
import { TEMPLATE_SCHEMA } from './template-schema.ts';

describe('the places of values in a JSON text', () => {
  it('are those that a reader would point at', () => {
    const text = '{\n  "a": [1, {"b\\"c": "x, ]"}],\n  "d": {}\n}';
    const ranges = valueRanges(text);
    const textAt = (path: string) => text.slice(ranges.get(path)!.from, ranges.get(path)!.to);
    expect(textAt('.a.0')).toBe('1');
    expect(textAt('.a.1')).toBe('{"b\\"c": "x, ]"}');
    expect(textAt('.a.1.b"c')).toBe('"x, ]"');
    expect(textAt('.d')).toBe('{}');
    expect(textAt('')).toBe(text);
    expect(pathAt(ranges, text.indexOf('x,'))).toBe('.a.1.b"c');
  });

  it('are found for every value of every document, however it is written', () => {
    const keys = fc.string().filter((key) => !key.includes('.'));
    const value = fc.letrec<{ json: Json }>((tie) => ({
      json: fc.oneof(
        { maxDepth: 4 },
        fc.string(),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('json'), { maxLength: 4 }),
        fc.dictionary(keys, tie('json'), { maxKeys: 4, noNullPrototype: true }),
      ),
    })).json;
    fc.assert(
      fc.property(value, fc.integer({ min: 0, max: 4 }), (document, indent) => {
        const text = JSON.stringify(document, null, indent);
        const plain = JSON.parse(text) as Json;
        for (const [key, { from, to }] of valueRanges(text)) {
          const [, ...steps] = key.split('.');
          expect(JSON.parse(text.slice(from, to))).toEqual(valueAt(plain, steps));
        }
      }),
    );
  });

  it('are those of the holder for a value that is missing', () => {
    const text = '{"pages": [{"layers": []}]}';
    const ranges = valueRanges(text);
    expect(nearestRange(ranges, pathOfField('pages[0].duration'))).toEqual(ranges.get('.pages.0'));
    expect(nearestRange(ranges, pathOfField('width'))).toEqual({ from: 0, to: 1 });
  });
});

describe('completion', () => {
  const document: Json = {
    pages: [
      {
        layers: [
          { type: 'text', name: 'a', enter: {} },
          { type: 'shape', keyframes: { x: [{}] } },
        ],
      },
    ],
  };
  const properties = (path: (string | number)[]) =>
    propertySuggestions(TEMPLATE_SCHEMA, document, path).map(({ label }) => label);

  it('offers the properties of the object, without those that it has', () => {
    expect(properties([])).toEqual(expect.arrayContaining(['name', 'width', 'fonts']));
    expect(properties([])).not.toContain('pages');
    expect(properties(['pages', 0])).toContain('transition');
    expect(properties(['pages', 0, 'layers', 0])).toContain('text_color');
    expect(properties(['pages', 0, 'layers', 0])).not.toContain('name');
    expect(properties(['pages', 0, 'layers', 1])).toContain('fill_color');
    expect(properties(['pages', 0, 'layers', 0, 'enter'])).toContain('stagger');
    expect(properties(['pages', 0, 'layers', 1, 'keyframes', 'x', 0])).toEqual(['value', 'time', 'easing']);
  });

  it('offers the values of a property', () => {
    const values = (path: (string | number)[]) =>
      valueSuggestions(TEMPLATE_SCHEMA, document, path).map(({ label }) => label);
    expect(values(['pages', 0, 'layers', 0, 'type'])).toEqual(expect.arrayContaining(['"text"', '"shape"']));
    expect(values(['pages', 0, 'layers', 0, 'enter', 'type'])).toContain('"slide"');
    expect(values(['pages', 0, 'layers', 0, 'vertical_align'])).toEqual(['"top"', '"middle"', '"bottom"']);
    expect(values(['pages', 0, 'layers', 0, 'visible'])).toEqual(['true', 'false']);
    expect(values(['pages', 0, 'nothing'])).toEqual([]);
  });
});
