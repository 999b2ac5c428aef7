import { describe, expect, it } from '@jest/globals';
import { type DocumentLimits, FORMAT_LIMITS } from '../document-limits.js';
import { validateTemplate } from '../validate-template.js';
import { applyModifications } from './apply-modifications.js';
import { atOrigin } from './origins.js';

const portrait = { x: 20, text_color: '{{accent}}', opacity: 0.5 };
const checked = validateTemplate({
  name: 'Promo',
  width: 640,
  height: 360,
  sizes: { portrait: { width: 360, height: 640 } },
  variables: { accent: { type: 'color', default: 'red' } },
  pages: [
    {
      number: 1,
      duration: 4,
      layers: [{ name: 'title', type: 'text', text: 'Hi', x: 10, opacity: 1, for_size: { portrait } }],
    },
  ],
});
if (!checked.ok) throw new Error(JSON.stringify(checked.faults));
const template = checked.value;
const PAGES = [{ number: 1, layers: [{ name: 'title', opacity: 0.7 }] }];

function finish({ limits = FORMAT_LIMITS, size }: { limits?: DocumentLimits; size?: string }) {
  const applied = applyModifications(template, { pages: PAGES, variables: { accent: 'blue' } }, '', {
    ...limits,
    size,
  });
  if (!applied.ok) throw new Error(JSON.stringify(applied.faults));
  return applied;
}

describe('the document of a video in one size', () => {
  it('has the values of the size, then those of the caller', () => {
    const { value } = finish({ size: 'portrait' });
    expect(value).toMatchObject({ width: 360, height: 640 });
    expect(value).not.toHaveProperty('sizes');
    expect(value.pages[0]!.layers![0]).toEqual({
      ...{ name: 'title', type: 'text', text: 'Hi' },
      ...{ x: 20, text_color: 'blue', opacity: 0.7 },
    });
    expect(finish({}).value.pages[0]!.layers![0]).toMatchObject({ x: 10, opacity: 0.7 });
  });

  it('has the cuts of every size, also where it hides a text', () => {
    const text = { type: 'text', text: 'one two three four five six seven eight nine ten eleven twelve' };
    const small = { portrait: { visible: false, x: '{{place}}' } };
    const layers = [
      { ...text, name: 'long', for_size: small },
      { ...text, name: 'next', duration: 'auto', start: { after: 'long' } },
    ];
    const pages = [{ number: 1, duration: 'auto', layers }];
    const variables = { place: { type: 'number', default: 7 } };
    const sizes = { portrait: { width: 360, height: 640 } };
    const source = validateTemplate({ name: 'Read', width: 640, height: 360, sizes, variables, pages });
    if (!source.ok) throw new Error(JSON.stringify(source.faults));
    const [own, sized] = [undefined, 'portrait'].map((size) => {
      const applied = applyModifications(source.value, {}, '', { ...FORMAT_LIMITS, size });
      if (!applied.ok) throw new Error(JSON.stringify(applied.faults));
      return applied.value.pages[0]!;
    });
    expect(Number(own!.duration)).toBeGreaterThan(6);
    expect(sized!.duration).toBe(own!.duration);
    const timesOf = ({ layers: of = [] }: typeof own & object) => of.map(({ start, duration }) => [start, duration]);
    expect(timesOf(sized!)).toEqual(timesOf(own!));
    expect(sized!.layers![0]).toMatchObject({ visible: false, x: 7 });
    expect(sized).not.toHaveProperty('auto_duration');
  });

  it('has findings at the value of the size, unless the request causes them', () => {
    const { origins } = finish({ size: 'portrait' });
    const fieldOf = (field: string) => atOrigin({ field, message: '' }, origins).field;
    expect(fieldOf('pages[0].layers[0].x')).toBe('pages[0].layers[0].for_size.portrait.x');
    expect(fieldOf('pages[0].layers[0].opacity')).toBe('pages[0].layers[0].opacity');
    expect(fieldOf('pages[0].layers[0].text_color')).toBe('modifications.variables.accent');
    expect(fieldOf('pages[0].layers[0]')).toBe('pages[0].layers[0]');
    expect(fieldOf('width')).toBe('sizes.portrait.width');
  });

  it('is refused for a size that the template does not have, and beyond the limits at the size', () => {
    const faultsOf = ({ limits = FORMAT_LIMITS, size }: { limits?: DocumentLimits; size?: string }) => {
      const applied = applyModifications(template, {}, '', { ...limits, size });
      return applied.ok ? [] : applied.faults.map(({ field, message }) => `${field}: ${message}`);
    };
    expect(faultsOf({ size: 'square' })).toEqual(['size: the template has no size square; it has default, portrait']);
    const limits = { ...FORMAT_LIMITS, framePixels: 100 };
    expect(faultsOf({ size: 'portrait', limits })).toEqual([
      'sizes.portrait.height: width × height must not be greater than 100',
    ]);
  });
});
