import { describe, expect, it } from '@jest/globals';
import { LAYER_KINDS } from '#libs/document';
import { shapeSchema, shapesWithin, TemplateDocument, TEXT_FORMATS } from '#libs/template';
import { controlOf, withinRange } from '../../../apps/console/src/editor/schema/control.ts';
import { layerSections } from '../../../apps/console/src/editor/schema/layer-sections.ts';
import {
  layerSchema,
  type ObjectSchema,
  type TemplateSchema,
} from '../../../apps/console/src/editor/schema/template-schema.ts';

const style = { refTo: ({ name }: { name: string }) => `#/$defs/${name}`, placeholders: true, inlinesUnions: true };
const classes = [...shapesWithin(TemplateDocument)];
const schema = {
  ...shapeSchema(TemplateDocument, style),
  $defs: Object.fromEntries(classes.map((shape) => [shape.name, shapeSchema(shape, style)])),
} as unknown as TemplateSchema;

const control = (of: ObjectSchema | undefined, property: string) => controlOf(of!.properties[property]!);
const text = layerSchema(schema, 'text');

describe('the form of a document', () => {
  it.each([
    ['text', { kind: 'text', maxLength: 10_000, lines: true }],
    ['text_color', { kind: 'paint' }],
    ['outline_color', { kind: 'color' }],
    ['font_family', { kind: 'font' }],
    ['font_size', { kind: 'length', range: { min: 1, max: 2_000, aboveMin: false, step: 1 } }],
    ['opacity', { kind: 'number', range: { min: 0, max: 1, aboveMin: false, step: 0.01 } }],
    [
      'duration',
      {
        kind: 'time',
        range: { min: 0, max: 3_600, aboveMin: true, step: 0.1 },
        words: ['auto'],
        references: [
          { name: 'as', offset: undefined },
          { name: 'until', offset: undefined },
        ],
      },
    ],
    [
      'start',
      {
        kind: 'time',
        range: { min: 0, max: 3_600, aboveMin: false, step: 0.1 },
        words: [],
        references: [
          { name: 'after', offset: { min: -3_600, max: 3_600, aboveMin: false, step: 0.1 } },
          { name: 'with', offset: { min: -3_600, max: 3_600, aboveMin: false, step: 0.1 } },
        ],
      },
    ],
    ['x', { kind: 'length', range: { min: -100_000, max: 100_000, aboveMin: false, step: 1 } }],
    ['vertical_align', { kind: 'choice', options: ['top', 'middle', 'bottom'] }],
    ['fit_text', { kind: 'choice', options: [false, true, 'shrink'] }],
    ['visible', { kind: 'boolean' }],
    ['text_shadow', { kind: 'shadows' }],
    ['enter', { kind: 'object', of: 'Animation' }],
    ['keyframes', { kind: 'object', of: 'Keyframes' }],
    ['type', { kind: 'constant' }],
  ])('has a control for %s of a text', (property, expected) => {
    expect(control(text, property)).toEqual(expected);
  });

  it('has one for addresses, paints, easings, lists, layers and masks', () => {
    expect(control(layerSchema(schema, 'image'), 'source_url')).toEqual({ kind: 'url' });
    expect(control(layerSchema(schema, 'shape'), 'fill_color')).toEqual({ kind: 'paint' });
    expect(control(schema.$defs['Animation'], 'easing')).toEqual({ kind: 'easing' });
    expect(control(schema.$defs['Mask'], 'layer')).toEqual({ kind: 'text', maxLength: 120, lines: false });
    expect(control(layerSchema(schema, 'group'), 'layers')).toEqual({ kind: 'layers' });
    expect(control(layerSchema(schema, 'chart'), 'chart_data')).toEqual({ kind: 'list', of: 'ChartDatum' });
    expect(control(schema, 'variables')).toEqual({ kind: 'map', of: 'TemplateVariable' });
  });

  it('has one for the seconds of pages and sounds, which may follow from their content', () => {
    const seconds = { min: 0, max: 3_600, aboveMin: true, step: 0.1 };
    const expected = { kind: 'time', range: seconds, words: ['auto'], references: [] };
    expect(control(schema.$defs['TemplatePage'], 'duration')).toEqual(expected);
    expect(control(schema.$defs['TemplatePage'], 'auto_duration')).toEqual({ kind: 'object', of: 'AutoDuration' });
    expect(control(schema.$defs['AudioTrack'], 'duration')).toEqual(expected);
  });

  it('has one for each format of a string, whatever its examples are', () => {
    for (const format of TEXT_FORMATS.filter((each) => each !== 'length')) {
      expect(controlOf({ type: 'string', format })).toEqual({ kind: format });
    }
    expect(controlOf({ type: 'string', examples: ['linear-gradient(red, blue)'] })).toMatchObject({ kind: 'text' });
  });

  it('leaves nothing but values of variables to be typed as JSON', () => {
    const typed = Object.entries({ ...schema.$defs, TemplateDocument: schema }).flatMap(([name, { properties }]) =>
      Object.keys(properties)
        .filter((property) => controlOf(properties[property]!).kind === 'json')
        .map((property) => `${name}.${property}`),
    );
    expect(typed).toEqual(['TemplateVariable.default', 'TemplateVariable.example']);
  });

  it.each(LAYER_KINDS)('shows every property of a layer of kind %s once', (kind) => {
    const shown = layerSections(schema, kind).flatMap(({ fields }) => fields.map(({ name }) => name));
    const all = Object.keys(layerSchema(schema, kind)!.properties);
    const elsewhere = ['type', 'name', 'locked', 'layers'];
    expect(shown.toSorted()).toEqual(all.filter((name) => !elsewhere.includes(name)).toSorted());
  });
});

describe('a number of the form', () => {
  const range = { min: 0, max: 60, aboveMin: true, step: 0.1 };

  it.each([
    [0.30000000000000004, 0.3],
    [-5, 0.1],
    [99, 60],
    [12.34, 12.3],
  ])('%d becomes %d', (typed, kept) => {
    expect(withinRange(typed, range)).toBe(kept);
  });
});
