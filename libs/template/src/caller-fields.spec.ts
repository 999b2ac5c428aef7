import { describe, expect, it } from '@jest/globals';
import { LAYER_KINDS } from '#libs/document';
import { type CallerField, callerFields } from './caller-fields.js';
import type { TemplateDocument } from './document.js';

/** A document with a layer of every kind, as far as the fields of callers need it. */
const DOCUMENT = {
  pages: [{ number: 1, layers: LAYER_KINDS.map((type) => ({ name: type, type })) }],
} as unknown as TemplateDocument;

const FIELDS = callerFields(DOCUMENT).flatMap((group) => group.fields());
const field = (path: string): CallerField | undefined => FIELDS.find((each) => each.path === path);

describe('the fields of callers', () => {
  it('include what a layer opens, after what its kind always opens', () => {
    const open = ['width', 'trim_start', 'x'];
    const layer = { name: 'footage', type: 'video', source_url: 'https://example.com/c.mp4', width: '50%', open };
    const [, ofLayer] = callerFields({ pages: [{ number: 1, layers: [layer] }] } as unknown as TemplateDocument);
    const fields = ofLayer!.fields();
    expect(ofLayer!.count).toBe(fields.length);
    expect(fields.map(({ property }) => property).slice(-3)).toEqual(['x', 'width', 'trim_start']);
    expect(fields.at(-2)).toMatchObject({ path: '1.footage.width', kind: 'length', sample: '50%', is_set: true });
    expect(fields.at(-1)).toMatchObject({ kind: 'number', minimum: 0, sample: 0, is_set: false });
  });
});

it('the fields of callers include the variables of a component whose values its layer opens', () => {
  const variables = {
    title: { type: 'string', default: 'Elm', max_length: 9 },
    size: { type: 'enum', options: [{ value: 's' }, { value: 'm' }] },
  };
  const layer = { name: 'card', type: 'component', component: 'card@3', values: { size: 'm' } };
  const fieldsOf = (open: string[]) =>
    callerFields({
      components: { 'card@3': { variables, layers: [] } },
      pages: [{ number: 1, layers: [{ ...layer, open }] }],
    } as unknown as TemplateDocument)[1]!;
  const { count, fields } = fieldsOf(['values']);
  const all = fields();
  expect(all).toHaveLength(count);
  expect(all.map(({ property }) => property)).not.toContain('values');
  const place = { page: 1, layer: 'card', layer_type: 'component' };
  expect(all.slice(-2)).toMatchObject([
    { ...place, path: '1.card.values.title', property: 'values.title', kind: 'text', sample: 'Elm', max_length: 9 },
    { ...place, path: '1.card.values.size', kind: 'choice', sample: 'm', choices: ['s', 'm'], is_set: true },
  ]);
  expect(all.at(-1)!.variable).toEqual(variables.size);
  expect(fieldsOf([]).fields().at(-1)!.property).not.toContain('values');
});

describe('the bounds of a field', () => {
  it('are those of its kind alone: a length of strings, a range of numbers, a list of choices', () => {
    const strings = ['text', 'length', 'color', 'paint', 'shadow', 'url'];
    const misplaced = FIELDS.filter(
      ({ kind, max_length, minimum, maximum, choices }) =>
        (max_length !== null && !strings.includes(kind)) ||
        ((minimum !== null || maximum !== null) && kind !== 'number' && kind !== 'length') ||
        (choices !== null) !== (kind === 'choice'),
    );
    expect(misplaced.map(({ path, kind, max_length }) => ({ path, kind, max_length }))).toEqual([]);
  });

  it('are as the class of the layer declares them', () => {
    expect(field('1.text.weight')).toMatchObject({ kind: 'choice', max_length: null, minimum: null });
    expect(field('1.text.weight')!.choices).toContain(400);
    expect(field('1.text.text')).toMatchObject({ kind: 'text', max_length: 10_000, choices: null });
    expect(field('1.text.font_size')).toMatchObject({ kind: 'length', minimum: 1, maximum: 2_000 });
  });
});
