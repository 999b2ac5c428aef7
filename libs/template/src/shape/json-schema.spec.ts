import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import {
  ArrayMaxSize,
  ArrayNotEmpty,
  IsArray,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  IsUUID,
  Length,
  Max,
  Min,
} from 'class-validator';
import { TemplateDocument } from '../document.js';
import { LAYER_CLASSES } from '../layers/layer.js';
import { RatingLayer } from '../layers/rating-layer.js';
import { Modifications } from '../modifications.js';
import { Transition } from '../page.js';
import { ANY_TEXT, type JsonSchema } from './constraint-schemas.js';
import { Default } from './default.js';
import { IsSecret } from '../rules/is-secret.js';
import { OrNull } from './or-null.js';
import { validateTemplate } from '../validate-template.js';
import { propertySchema, type SchemaStyle, shapeSchema, shapesWithin } from './json-schema.js';
import { propertiesOf, type Shape } from './property-shape.js';
import { validateShape } from './validate-shape.js';

const STYLE: SchemaStyle = { refTo: (shape) => `#/$defs/${shape.name}`, placeholders: true };

function acceptorOf(root: Shape): (value: unknown) => boolean {
  const defs = [...shapesWithin(root)].map((shape) => [shape.name, shapeSchema(shape, STYLE)]);
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false, validateFormats: false });
  return ajv.compile({ $ref: `#/$defs/${root.name}`, $defs: Object.fromEntries(defs) as object });
}

class Sample {
  @IsUUID()
  id: string;

  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(9)
  size?: number = 3;

  @OrNull()
  @IsIn(['a', 'b'])
  choice: string | null;

  @IsArray()
  @ArrayNotEmpty()
  @ArrayMaxSize(2)
  @IsString({ each: true })
  @Length(1, 3, { each: true })
  words: string[];

  @Default(false)
  @IsIn([false, true, 'auto'])
  fit?: boolean | 'auto';
}

class SignIn {
  @IsSecret({ min: 2, max: 4 })
  password: string;
}

describe('shapeSchema', () => {
  it('expresses the rules of a class in JSON Schema', () => {
    expect(shapeSchema(Sample, STYLE)).toEqual({
      type: 'object',
      required: ['id', 'choice', 'words'],
      properties: {
        id: { anyOf: [{ type: 'string', format: 'uuid' }, expect.objectContaining({ type: 'string' })] },
        size: {
          anyOf: [{ type: 'integer', minimum: 1, maximum: 9 }, expect.objectContaining({ type: 'string' })],
          default: 3,
        },
        choice: { anyOf: [{ type: 'string', enum: ['a', 'b'] }, expect.anything(), { type: 'null' }] },
        words: {
          type: 'array',
          minItems: 1,
          maxItems: 2,
          items: { type: 'string', minLength: 1, maxLength: 3, pattern: ANY_TEXT },
        },
        fit: {
          anyOf: [{ type: 'boolean' }, { anyOf: [{ type: 'string', enum: ['auto'] }, expect.anything()] }],
          default: false,
        },
      },
      additionalProperties: false,
    });
  });

  it('says of a secret, as of every text, that it has no U+0000', () => {
    expect(shapeSchema(SignIn, STYLE).properties).toEqual({
      password: { type: 'string', format: 'password', minLength: 2, maxLength: 4, pattern: ANY_TEXT },
    });
  });

  it.each(['😀', '😀😀', '😀😀😀😀', '😀😀😀😀a'])('counts the characters of %s as the schema does', (password) => {
    const isValid = !['😀', '😀😀😀😀a'].includes(password);
    expect(acceptorOf(SignIn)({ password })).toBe(isValid);
    expect(validateShape(SignIn, { password }).ok).toBe(isValid);
  });

  it('includes descriptions of classes and properties', () => {
    const describeIt = (shape: Shape, property?: string) => `${shape.name}.${property ?? '*'}`;
    const property = propertiesOf(Sample).get('size')!;
    expect(propertySchema({ shape: Sample, property }, { ...STYLE, describe: describeIt })).toMatchObject({
      description: 'Sample.size',
    });
  });

  it.each([
    [{ id: 'b3f9a9f0-5a0e-4d5a-9a51-0d3f3a1b2c3d', choice: null, words: ['x'] }, true],
    [{ id: 'b3f9a9f0-5a0e-4d5a-9a51-0d3f3a1b2c3d', choice: 'c', words: ['x'] }, false],
    [{ id: 'b3f9a9f0-5a0e-4d5a-9a51-0d3f3a1b2c3d', words: ['x'] }, false],
    [{ id: 'b3f9a9f0-5a0e-4d5a-9a51-0d3f3a1b2c3d', choice: 'a', words: [] }, false],
    [{ id: 'b3f9a9f0-5a0e-4d5a-9a51-0d3f3a1b2c3d', choice: 'a', words: ['a\n'] }, true],
    [{ id: 'b3f9a9f0-5a0e-4d5a-9a51-0d3f3a1b2c3d', choice: 'a', words: ['a\0'] }, false],
    [{ id: 'b3f9a9f0-5a0e-4d5a-9a51-0d3f3a1b2c3d', choice: 'a', words: ['x'], size: null }, false],
    [{ id: 'b3f9a9f0-5a0e-4d5a-9a51-0d3f3a1b2c3d', choice: 'a', words: ['x'], more: 1 }, false],
  ])('agrees with validateShape about %j', (value, valid) => {
    expect([acceptorOf(Sample)(value), validateShape(Sample, value).ok]).toEqual([valid, valid]);
  });
});

describe('the schema of a layer kind', () => {
  it('has the default of every property that may be missing and has one', () => {
    const { properties } = shapeSchema(RatingLayer, { refTo: ({ name }) => name }) as {
      properties: Record<string, { default?: unknown }>;
    };
    const defaults = Object.entries(properties).flatMap(([name, schema]) =>
      schema.default === undefined ? [] : [[name, schema.default]],
    );
    expect(Object.fromEntries(defaults)).toMatchObject({
      gap: 8,
      rating_max: 5,
      icon: 'star',
      width: '100%',
      opacity: 1,
    });
    expect(properties['rating']).not.toHaveProperty('default');
  });
});

describe('the schema of a template', () => {
  const accepts = acceptorOf(TemplateDocument);
  const sample = new URL('../../../../apps/local/sample/promo.json', import.meta.url);
  const document = JSON.parse(readFileSync(sample, 'utf8').replaceAll('sample:/', 'http://127.0.0.1:1/')) as {
    variables: Record<string, unknown>;
    pages: { layers: Record<string, unknown>[] }[];
  };

  it('accepts the sample, as validateTemplate does', () => {
    expect([validateTemplate(document).ok, accepts(document)]).toEqual([true, true]);
  });

  it.each([
    ['an unknown field', { hue: 'red' }],
    ['a wrong type', { name: 7 }],
    ['a layer kind that is none', { type: 'hologram' }],
    ['a number out of bounds', { opacity: 2 }],
    ['U+0000 in a text', { text: 'a\0' }],
    ['U+0000 beside a variable', { text_color: '{{accent}}\0' }],
    ['U+0000 in an address', { source_url: 'http://127.0.0.1/\0' }],
  ])('refuses %s in a layer, as validateTemplate does', (_what, change) => {
    const broken = structuredClone(document);
    Object.assign(broken.pages[0]!.layers[0]!, change);
    expect([validateTemplate(broken).ok, accepts(broken)]).toEqual([false, false]);
  });

  it('lets a placeholder stand for a value from a set', () => {
    const used = structuredClone(document);
    Object.assign(used.variables, { how: { type: 'string', default: 'contain' } });
    Object.assign(used.pages[0]!.layers[0]!, { image_size: '{{how}}' });
    expect([validateTemplate(used).ok, accepts(used)]).toEqual([true, true]);
  });
});

describe('the format of a string', () => {
  const schemaOf = (shape: Shape, style = STYLE) =>
    shapeSchema(shape, style).properties as Record<string, JsonSchema & { anyOf: readonly JsonSchema[] }>;

  it('says what text it is', () => {
    const { text, text_color, text_shadow, font_family, x } = schemaOf(LAYER_CLASSES.text);
    expect(text).not.toHaveProperty('format');
    expect([text_color, text_shadow, font_family].map((each) => each?.['format'])).toEqual([
      'paint',
      'shadows',
      'font',
    ]);
    expect(x?.anyOf.map(({ format }) => format)).toEqual([undefined, 'length']);
    const { color, easing } = schemaOf(Transition);
    expect([color, easing].map((each) => each?.['format'])).toEqual(['color', 'easing']);
  });

  it('is `url` where an address may contain a placeholder, `uri` elsewhere', () => {
    expect(schemaOf(LAYER_CLASSES.image)['source_url']).toMatchObject({ format: 'url' });
    expect(schemaOf(LAYER_CLASSES.image, { ...STYLE, placeholders: false })['source_url']).toMatchObject({
      format: 'uri',
    });
  });

  it('is absent where texts of several formats are one alternative', () => {
    const layer = [...shapesWithin(Modifications)].find(({ name }) => name === 'LayerModification')!;
    const { fill_color, text_shadow } = schemaOf(layer, { ...STYLE, placeholders: false });
    expect(fill_color).not.toHaveProperty('anyOf');
    expect(text_shadow).toMatchObject({ format: 'shadows' });
  });
});

describe('the schema of modifications', () => {
  it.each([
    [{ pages: [{ number: 1, layers: [{ name: 'title', text: 'Hi', text_color: 'red' }] }] }, true],
    [{ pages: [{ number: 1, layers: [{ name: 'title', text: 5 }] }] }, false],
    [{ pages: [{ number: 1, layers: [{ name: 'title', x: 5 }] }] }, true],
    [{ pages: [{ number: 1, layers: [{ name: 'title', mask: {} }] }] }, false],
    [{ pages: [{ number: 0 }] }, false],
    [{ variables: { who: 'Ada' } }, true],
    [{ variables: { who: 'Ada\0' } }, false],
  ])('agrees with validateShape about %j', (value, valid) => {
    expect([acceptorOf(Modifications)(value), validateShape(Modifications, value).ok]).toEqual([valid, valid]);
  });
});
