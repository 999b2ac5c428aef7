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

describe('the bounds of a field', () => {
  it('are those of its kind alone: a length of strings, a range of numbers, a list of choices', () => {
    const strings = ['text', 'color', 'paint', 'shadow', 'url'];
    const misplaced = FIELDS.filter(
      ({ kind, max_length, minimum, maximum, choices }) =>
        (max_length !== null && !strings.includes(kind)) ||
        ((minimum !== null || maximum !== null) && kind !== 'number') ||
        (choices !== null) !== (kind === 'choice'),
    );
    expect(misplaced.map(({ path, kind, max_length }) => ({ path, kind, max_length }))).toEqual([]);
  });

  it('are as the class of the layer declares them', () => {
    expect(field('1.text.weight')).toMatchObject({ kind: 'choice', max_length: null, minimum: null });
    expect(field('1.text.weight')!.choices).toContain(400);
    expect(field('1.text.text')).toMatchObject({ kind: 'text', max_length: 10_000, choices: null });
    expect(field('1.text.font_size')).toMatchObject({ kind: 'number', minimum: 1, maximum: 2_000, max_length: null });
  });
});
