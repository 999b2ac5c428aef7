import { describe, expect, it } from '@jest/globals';
import { applyModifications } from './apply-modifications.js';
import { atOrigin } from './origins.js';
import { validateTemplate } from '../validate-template.js';

const DOCUMENT = {
  name: 'Greeting',
  width: 640,
  height: 360,
  variables: { shop: { type: 'string', default: 'Ours' }, town: { type: 'string', default: 'Here' } },
  pages: [
    {
      number: 1,
      duration: 2,
      layers: [
        { name: 'title', type: 'text', text: 'Hello {{shop}}' },
        { name: 'sign', type: 'text', text: '{{town}}: {{shop}}', font_family: 'Nope' },
      ],
    },
  ],
};

const MODIFICATIONS = { pages: [{ number: 1, layers: [{ name: 'title', text: 'Hi' }] }], variables: { shop: 'Yours' } };

function originOf(field: string, root: string): { field: string; message: string } {
  const checked = validateTemplate(DOCUMENT);
  const applied = checked.ok ? applyModifications(checked.value, MODIFICATIONS, root) : checked;
  if (!applied.ok) throw new Error(JSON.stringify(applied.faults));
  return atOrigin({ field, message: 'does not fit' }, applied.origins);
}

describe('a finding about the document of a video', () => {
  it.each([
    ['a value of the request', 'pages[0].layers[0].text', 'modifications.pages[0].layers[0].text'],
    ['a part of one', 'pages[0].layers[0].text[0].x', 'modifications.pages[0].layers[0].text[0].x'],
    ['a value of the template', 'pages[0].layers[1].font_family', 'pages[0].layers[1].font_family'],
    ['a layer with a changed value', 'pages[0].layers[0]', 'pages[0].layers[0]'],
    ['a value with a longer path', 'pages[0].layers[0].text_color', 'pages[0].layers[0].text_color'],
  ])('is reported at %s', (_what, field, origin) => {
    expect(originOf(field, 'modifications')).toEqual({ field: origin, message: 'does not fit' });
  });

  it('is reported where the request has its pages', () => {
    expect(originOf('pages[0].layers[0].text', '').field).toBe('pages[0].layers[0].text');
  });

  it('is reported at the variable that the caller set, and names the value', () => {
    const field = 'pages[0].layers[1].text';
    const found = { field: 'modifications.variables.shop', message: `${field}: does not fit` };
    expect(originOf(field, 'modifications')).toEqual(found);
    expect(originOf(field, '')).toEqual(found);
  });
});
