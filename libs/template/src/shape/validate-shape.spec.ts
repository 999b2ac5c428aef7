import { describe, expect, it, jest } from '@jest/globals';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsByteLength,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  IsUrl,
  IsUUID,
  Max,
  MaxLength,
  Min,
  ValidateIf,
} from 'class-validator';
import fc from 'fast-check';
import type { Fault } from '../fault.js';
import { RecordOf } from './record-of.js';
import { validateShape } from './validate-shape.js';
import { Nested } from './nested.js';

class Circle {
  @IsIn(['circle'])
  type: string;

  @Min(1)
  radius: number;
}

class Square {
  @IsIn(['square'])
  type: string;

  @Min(1)
  side: number;
}

class Author {
  @IsString()
  name: string;
}

class Order {
  @IsUUID()
  id: string;

  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(10)
  count?: number;

  @IsOptional()
  @IsString()
  @MaxLength(5)
  note?: string;

  @IsOptional()
  @IsByteLength(1, 4)
  code?: string;

  @IsOptional()
  @IsUrl()
  url?: string;

  @IsOptional()
  @IsBoolean()
  flag?: boolean;

  @ValidateIf((_, value) => value !== null && value !== undefined)
  @IsString()
  nickname?: string | null;

  @IsOptional()
  @IsArray()
  @ArrayMaxSize(3)
  @IsIn(['a', 'b'], { each: true })
  tags?: string[];

  @IsOptional()
  @Nested(() => Author)
  author?: Author;

  @IsOptional()
  @IsArray()
  @Nested(() => ({ property: 'type', shapes: { circle: Circle, square: Square } }), { each: true })
  shapes?: (Circle | Square)[];

  @IsOptional()
  @RecordOf(() => Author)
  people?: Record<string, Author>;

  @IsOptional()
  @IsObject()
  free?: Record<string, unknown>;

  @IsOptional()
  @IsIn([24, 30], { message: 'rate must be one of: 24, 30', context: { code: 'VALUE_TOO_LARGE' } })
  rate?: number;
}

const ID = '0b4bb2ba-3f0e-4c9b-8c1e-0d8f8f1f2a3b';

function faultsOf(input: unknown, root?: string): Fault[] {
  const checked = validateShape(Order, input, { root });
  return checked.ok ? [] : checked.faults;
}

describe('validateShape', () => {
  it('returns instances, nested ones too, and keeps every value', () => {
    const input = {
      id: ID,
      count: 2,
      nickname: null,
      tags: ['a'],
      author: { name: 'Ada' },
      shapes: [{ type: 'square', side: 2 }],
      people: { ada: { name: 'Ada' } },
      free: { any: [1, { deep: null }] },
    };
    const checked = validateShape(Order, input);
    if (!checked.ok) throw new Error(JSON.stringify(checked.faults));
    expect(checked.value).toBeInstanceOf(Order);
    expect(checked.value.author).toBeInstanceOf(Author);
    expect(checked.value.shapes?.[0]).toBeInstanceOf(Square);
    expect(checked.value.people?.['ada']).toBeInstanceOf(Author);
    expect(JSON.parse(JSON.stringify(checked.value))).toEqual(input);
  });

  it.each<[what: string, field: string, value: unknown, expected: [code: Fault['code'], message: string]]>([
    ['a number for a string', 'note', 5, ['INVALID_TYPE', 'note must be a string']],
    ['a string for a number', 'count', '5', ['INVALID_TYPE', 'count must be a number']],
    ['a fraction for an integer', 'count', 1.5, ['INVALID_TYPE', 'count must be an integer number']],
    ['a string for a boolean', 'flag', 'true', ['INVALID_TYPE', 'flag must be a boolean']],
    ['null, even where optional', 'note', null, ['INVALID_TYPE', 'note must be a string']],
    ['an object for an array', 'tags', {}, ['INVALID_TYPE', 'tags must be an array']],
    ['an array for an object', 'author', [], ['INVALID_TYPE', 'author must be an object']],
    ['a string for an object', 'free', 'x', ['INVALID_TYPE', 'free must be an object']],
    ['another type than the set has', 'rate', 'x', ['INVALID_TYPE', 'rate must be a number, one of 24, 30']],
    ['a malformed uuid', 'id', 'x', ['INVALID_FORMAT', 'id must be a UUID']],
    ['a malformed url', 'url', 'x', ['INVALID_FORMAT', 'url must be a URL address']],
    ['a number below its bound', 'count', 0, ['VALUE_TOO_SMALL', 'count must not be less than 1']],
    ['a number above its bound', 'count', 11, ['VALUE_TOO_LARGE', 'count must not be greater than 10']],
    [
      'too many characters',
      'note',
      'abcdef',
      ['VALUE_TOO_LARGE', 'note must be shorter than or equal to 5 characters'],
    ],
    ['too few bytes', 'code', '', ['VALUE_TOO_SMALL', "code's byte length must fall into (1, 4) range"]],
    ['too many bytes', 'code', 'äöü', ['VALUE_TOO_LARGE', "code's byte length must fall into (1, 4) range"]],
    ['half a character', 'code', '\uD800', ['INVALID_VALUE', "code's byte length must fall into (1, 4) range"]],
    ['U+0000', 'note', 'a\0', ['INVALID_VALUE', 'note must not contain U+0000']],
    ['a code and a message of its own', 'rate', 25, ['VALUE_TOO_LARGE', 'rate must be one of: 24, 30']],
    ['an unknown field', 'bogus', 1, ['INVALID_VALUE', 'bogus is not a known field']],
    ['an inherited name', 'toString', 1, ['INVALID_VALUE', 'toString is not a known field']],
  ])('refuses %s', (_, field, value, [code, message]) => {
    const shown = typeof value === 'string' ? value.toWellFormed() : value;
    expect(faultsOf({ id: ID, [field]: value })).toEqual([{ field, code, message, value: shown }]);
  });

  it.each([
    ['U+0000', 'a\0'],
    ['half a character', 'a\uD835'],
  ])('shows %s in the name of an unknown field as U+FFFD', (_what, name) => {
    const shown = { field: 'a\uFFFD', code: 'INVALID_VALUE', message: 'a\uFFFD is not a known field', value: 1 };
    expect(faultsOf({ id: ID, [name]: 1 })).toEqual([shown]);
  });

  it('shows a rejected object whose names have halves of characters', () => {
    expect(faultsOf({ id: ID, bogus: { '\uD800': 1, '\uD801': 2 } })).toMatchObject([{ value: { '\uFFFD': 2 } }]);
  });

  it('cuts no character of a long name in half', () => {
    const [fault] = faultsOf({ id: ID, [`a${'𝐓'.repeat(300)}`]: 1 });
    expect(fault).toMatchObject({ message: expect.stringMatching(/^a𝐓{31}\uFFFD is not a known field$/u) });
    expect(JSON.stringify(fault)).not.toContain(String.raw`\ud`);
  });

  it('names a missing field, with a null value', () => {
    expect(faultsOf({})).toEqual([{ field: 'id', code: 'REQUIRED_FIELD', message: 'id is required', value: null }]);
  });

  it.each([null, 5, 'x', [], undefined])('refuses %j as a whole', (input) => {
    expect(faultsOf(input)).toMatchObject([{ field: 'body', code: 'INVALID_TYPE', message: 'body must be an object' }]);
  });

  it('gives array indices in paths, with the given root as prefix', () => {
    const input = {
      id: ID,
      tags: ['a', 'c', 5],
      shapes: [{ type: 'circle', radius: 0 }, { type: 'square', radius: 1 }, 7],
    };
    expect(faultsOf(input, 'order').map(({ field, code }) => [field, code])).toEqual([
      ['order.tags[1]', 'INVALID_VALUE'],
      ['order.tags[2]', 'INVALID_TYPE'],
      ['order.shapes[0].radius', 'VALUE_TOO_SMALL'],
      ['order.shapes[1].radius', 'INVALID_VALUE'],
      ['order.shapes[1].side', 'REQUIRED_FIELD'],
      ['order.shapes[2]', 'INVALID_TYPE'],
    ]);
  });

  it.each([
    [{}, 'REQUIRED_FIELD'],
    [{ type: 5 }, 'INVALID_TYPE'],
    [{ type: 'constructor' }, 'INVALID_VALUE'],
  ])('refuses the discriminator of %j', (shape, code) => {
    expect(faultsOf({ id: ID, shapes: [shape] })).toMatchObject([{ field: 'shapes[0].type', code }]);
  });

  it('reports in the order of the document, not of the class', () => {
    expect(faultsOf({ flag: 1, note: 2, id: 3 }).map((fault) => fault.field)).toEqual(['flag', 'note', 'id']);
  });

  it('shows 100 faults and counts the rest', () => {
    const input = { id: ID, shapes: Array.from({ length: 250 }, () => ({ type: 'circle', radius: 0 })) };
    const faults = faultsOf(input);
    expect(faults).toHaveLength(101);
    expect(faults[99]?.field).toBe('shapes[99].radius');
    expect(faults[100]).toEqual({ field: 'body', code: 'INVALID_VALUE', message: '150 more faults', value: null });
  });

  it('shows rejected values as they are, cut to 256 characters', () => {
    const many = Array.from({ length: 1_000 }, (_, n) => ({ [`key${n}`]: n }));
    const input = { id: 'x'.repeat(300), note: { a: 'y'.repeat(300), b: 1 }, flag: [1, 'two', null], url: many };
    const [id, note, flag, url] = faultsOf(input).map((fault) => fault.value);
    expect([id, flag]).toEqual(['x'.repeat(256), [1, 'two', null]]);
    expect(note).toEqual({ a: 'y'.repeat(249) });
    const shown = (url as object[]).length - 1;
    expect((url as object[]).slice(0, shown)).toEqual(many.slice(0, shown));
    for (const value of [note, url]) expect(JSON.stringify(value).length).toBeLessThanOrEqual(260);
    expect(JSON.stringify(url).length).toBeGreaterThan(200);
  });

  it('does not check the content of an element of a wrong type', () => {
    const looked = jest.fn(() => 'a');
    const list = Array<string>(10_000).fill('a');
    Object.defineProperty(list, 5_000, { get: looked, enumerable: true });
    expect(faultsOf({ id: ID, tags: ['a', list] }).map(({ field, code }) => [field, code])).toEqual([
      ['tags[1]', 'INVALID_TYPE'],
    ]);
    expect(looked).not.toHaveBeenCalled();
  });

  it('copies no prototype and pollutes none', () => {
    const input: unknown = JSON.parse(
      `{"id":"${ID}","__proto__":{"x":1},"people":{"__proto__":{"name":"a"}},"free":{"a":{"__proto__":1}}}`,
    );
    expect(faultsOf(input).map((fault) => fault.field)).toEqual(['__proto__', 'people.__proto__', 'free.a.__proto__']);
    expect(Object.hasOwn(Object.prototype, 'x')).toBe(false);
  });

  it('accepts any depth without overflow', () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    const input: unknown = JSON.parse(`{"id":"${ID}","free":{"a":${deep}},"bogus":${deep},"note":${deep}}`);
    expect(faultsOf(input).map((fault) => fault.code)).toEqual(['INVALID_VALUE', 'INVALID_VALUE', 'INVALID_TYPE']);
  });

  it('never throws, and explains every refusal, for any JSON', () => {
    const keys = [
      'id',
      'count',
      'note',
      'tags',
      'author',
      'shapes',
      'people',
      'free',
      'type',
      'name',
      'constructor',
      '__proto__',
    ];
    const { json } = fc.letrec<{ json: unknown }>((tie) => ({
      json: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom(null, true, 0, -1, 1.5, 1e308, '', 'circle', 'square', ID, 'a\0', '\uD800'),
        fc.array(tie('json'), { maxLength: 4 }),
        fc.array(fc.tuple(fc.constantFrom(...keys), tie('json')), { maxLength: 5 }).map(fromEntries),
      ),
    }));
    fc.assert(
      fc.property(json, (input) => {
        for (const fault of faultsOf(input)) {
          expect(Object.keys(fault)).toEqual(['field', 'code', 'message', 'value']);
          expect(fault.message).not.toMatch(/\$|undefined|\[object/);
          expect(() => JSON.stringify(fault)).not.toThrow();
        }
      }),
      { numRuns: 2000 },
    );
  });
});

/** An object as JSON.parse builds it: `__proto__` becomes an own property. */
function fromEntries(entries: [string, unknown][]): unknown {
  const fields = entries.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`);
  return JSON.parse(`{${fields.join(',')}}`);
}
