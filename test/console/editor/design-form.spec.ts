import { describe, expect, it } from '@jest/globals';
import { type JsonObject, LAYER_KINDS } from '#libs/document';
import { DESIGN_GROUPS, hasEffect, SHOWN_AGAIN } from '../../../apps/console/src/editor/form/design/design-groups.ts';
import { motionsFor } from '../../../apps/console/src/editor/form/presets/motion-presets.ts';
import { layerSections } from '../../../apps/console/src/editor/schema/layer-sections.ts';
import { offeredColors, shownColor } from '../../../apps/console/src/editor/form/controls/offered-colors.ts';
import { hexOf, hsvOf } from '../../../apps/console/src/ui/hsv.ts';
import { TEMPLATE_SCHEMA } from './template-schema.ts';

const ANIMATIONS = TEMPLATE_SCHEMA.$defs['Animation']!.properties['type']!.enum as string[];

describe("the form in a designer's order", () => {
  it('names properties that layers have', () => {
    const known = new Set(
      LAYER_KINDS.flatMap((kind) => layerSections(TEMPLATE_SCHEMA, kind).flatMap(({ fields }) => fields)).map(
        ({ name }) => name,
      ),
    );
    const named = DESIGN_GROUPS.flatMap(({ rows }) => rows.flat()).map((name) => SHOWN_AGAIN[name] ?? name);
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });

  it('has no fields without an effect: sides of a rectangle, the style of no stroke', () => {
    const rectangle = { shape: 'rectangle' };
    expect(['sides', 'points', 'path', 'stroke_style'].filter((name) => hasEffect(name, rectangle))).toEqual([]);
    expect(hasEffect('sides', { shape: 'polygon' })).toBe(true);
    expect(hasEffect('sides', { shape: 'rectangle', sides: 5 })).toBe(true);
    expect(hasEffect('stroke_style', { stroke_width: 2 })).toBe(true);
  });

  it('offers a shape no motions of texts, pictures and loops to enter', () => {
    const offered = motionsFor(ANIMATIONS, { place: 'enter', kind: 'shape', set: undefined });
    expect(offered).toEqual(expect.arrayContaining(['fade', 'slide', 'draw']));
    expect(offered.filter((type) => ['ken_burns', 'typewriter', 'count', 'pulse', 'spin'].includes(type))).toEqual([]);
    expect(motionsFor(ANIMATIONS, { place: 'enter', kind: 'shape', set: 'ken_burns' })).toContain('ken_burns');
    const loops = motionsFor(ANIMATIONS, { place: 'loop_animation', kind: 'image', set: undefined });
    expect(loops).toEqual(['ken_burns', 'pulse', 'float', 'shake', 'spin']);
  });
});

describe('the color picker', () => {
  it.each([
    [[200, 30, 10, 255], '#c81e0a'],
    [[10, 90, 200, 128], '#0a5ac880'],
    [[0, 0, 0, 255], '#000000'],
    [[255, 255, 255, 0], '#ffffff00'],
  ] as const)('keeps a color as it is: %j', (bytes, hex) => {
    expect(hexOf(hsvOf(bytes))).toBe(hex);
  });

  it("offers the brand's colors as expressions, and those of the template once", () => {
    const layers: readonly JsonObject[] = [{ fill_color: '#FF0000' }, { fill_color: '#ff0000', text: 'red' }];
    const document = { brand: { colors: { accent: '#00ff00' } }, pages: [{ layers }] };
    const brand = { colors: { main: '#0000ff' } };
    expect(offeredColors(document, brand)).toEqual({
      Brand: [
        { name: 'main', value: '{{brand.colors.main}}', color: '#0000ff' },
        { name: 'accent', value: '{{brand.colors.accent}}', color: '#00ff00' },
      ],
      'In this template': [
        { name: '#00ff00', value: '#00ff00', color: '#00ff00' },
        { name: '#ff0000', value: '#ff0000', color: '#ff0000' },
      ],
    });
    expect(shownColor('{{ brand.colors.main }}', document, brand)).toBe('#0000ff');
  });
});
