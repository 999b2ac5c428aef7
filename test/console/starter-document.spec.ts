import { describe, expect, it } from '@jest/globals';
import { inBrand, inOneSize } from '../../apps/console/src/pages/gallery/starter-document.ts';

const OWN = {
  colors: { primary: '#7c3aed', on_primary: '#ffffff', accent: '#ffb454', paper: '#17112a', ink: '#ffffff' },
  fonts: { heading: 'Playfair Display', body: 'Inter' },
};
const NOTHING = { colors: {}, fonts: {}, logos: {} };
const branded = (brand: Partial<typeof NOTHING>) => inBrand({ brand: OWN }, { ...NOTHING, ...brand })['brand'];

describe('a starter in the brand of an organization', () => {
  it('stays as it is without one', () => {
    expect(branded({})).toEqual(OWN);
  });

  it('leaves tokens of the same names to the organization, and takes a legible color for letters on its own', () => {
    expect(branded({ colors: { primary: '#ffe14d', accent: '#66ccff' }, fonts: { heading: 'Roboto' } })).toEqual({
      colors: { on_primary: '#111111', paper: '#17112a', ink: '#ffffff' },
      fonts: { body: 'Inter' },
    });
  });

  it('keeps its accent where no color of the brand is legible on its ground', () => {
    expect(branded({ colors: { primary: '#1b1240', accent: '#0b0b20' } })).toEqual({
      ...OWN,
      colors: { accent: '#ffb454', on_primary: '#ffffff', paper: '#17112a', ink: '#ffffff' },
    });
  });

  it('copies what the organization calls otherwise', () => {
    const logos = { mark: 'https://example.com/mark.png' };
    const brand = branded({ colors: { sea: '#9be7ff' }, fonts: { headline: 'Roboto' }, logos });
    expect(brand).toMatchObject({
      colors: { primary: '#9be7ff', on_primary: '#111111' },
      fonts: { heading: 'Roboto', body: 'Inter' },
      logos: { main: logos.mark },
    });
  });
});

it('a starter in one size has nothing for others', () => {
  const layer = { name: 'title', x: 1, for_size: { portrait: { left: 5 } }, layers: [{ for_size: {}, y: 2 }] };
  const document = {
    width: 1920,
    sizes: { portrait: { width: 1080, safe_area: 'tiktok' } },
    pages: [{ number: 1, layers: [layer] }],
  };
  expect(inOneSize(document, 'portrait')).toEqual({
    width: 1080,
    safe_area: 'tiktok',
    pages: [{ number: 1, layers: [{ name: 'title', left: 5, layers: [{ y: 2 }] }] }],
  });
});
