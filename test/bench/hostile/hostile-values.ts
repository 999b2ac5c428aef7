import type { Place } from './places.ts';

/** An awkward value of any size: `n` counts characters, elements or members. */
export interface HostileValue {
  name: string;
  of(n: number): unknown;
  /** Bytes of JSON for each of `n`. */
  bytesEach: number;
  /** Greatest `n` of a body that is read. A body with more values or keys is refused before it is looked into. */
  most: number;
  /** Whether it ends at the limit of its place, because other values show the same beyond it. */
  endsAtLimit?: boolean;
}

/** Most values of a body (apps/gateway/src/http/body/strict-json.ts), less those around a place. */
const MAX_VALUES = 99_000;
const MAX_KEYS = 1_900;

/** Texts that rules read character by character, or with which their patterns begin or repeat. */
const UNITS = [
  ...[' ', '\t', '\n', 'T', '.', ',', ', ', ':', ';', '-', '+', '#', '%', '/', '\\', '"', "'", '!', '@', '\0'],
  ...['(', ')', '[', ']', '{', '}', '<', '<a>', '{{', '}}', '{{a}}', '{{ a }}', '{{a'],
  ...['0', '1', '1.', '1e', 'a', 'Z', 'M0 0', 'l1,1', 'rgb(', 'linear-gradient(', 'a,'],
  ...['é', '日', '\u{1f600}', '\u0301', '\u202e', '\ud800'],
];

/** Levels to which a value may nest: those of a body, less those above the place. */
const DEPTH = 40;

/** Values that are put in a place: too many of the values that belong there, and values that do not. */
export function hostileValuesFor({ kind, example }: Place): HostileValue[] {
  switch (kind) {
    case 'string':
      return [...UNITS.flatMap((unit) => texts(unit, String(example))), ...WRONG.slice(0, 1), ...WRONG.slice(-2)];
    case 'list':
      return [list('of what belongs there', example), ...WRONG];
    case 'map':
      return [map('of what belongs there', example), ...WRONG];
  }
}

/** Texts of the unit alone, and texts of it after a good beginning and before an end that nothing accepts. */
function texts(unit: string, beginning: string): HostileValue[] {
  const bytesEach = (Buffer.byteLength(JSON.stringify(unit)) - 2) / unit.length;
  const times = (n: number) => Math.ceil(n / unit.length);
  const shown = JSON.stringify(unit);
  return [
    { name: `${shown} repeated`, bytesEach, most: Infinity, of: (n) => unit.repeat(times(n)).slice(0, n) },
    {
      name: `${JSON.stringify(beginning.slice(0, 20))} and ${shown} repeated`,
      bytesEach,
      most: Infinity,
      endsAtLimit: true,
      of: (n) => `${beginning}${unit.repeat(times(n))}`.slice(0, n - 1) + '!',
    },
  ];
}

function list(name: string, element: unknown): HostileValue {
  return listOf(name, () => structuredClone(element));
}

function listOf(name: string, element: (i: number) => unknown): HostileValue {
  const sample = element(1_000);
  return {
    name: `a list ${name}`,
    bytesEach: JSON.stringify(sample).length + 1,
    most: Math.floor(MAX_VALUES / valuesIn(sample)),
    of: (n) => Array.from({ length: n }, (_, i) => element(i)),
  };
}

function map(name: string, member: unknown, key = (i: number) => `k${i}`): HostileValue {
  const bytesEach = Buffer.byteLength(JSON.stringify({ [key(100_000)]: member })) - 1;
  return {
    name: `a map ${name}`,
    bytesEach,
    most: Math.min(MAX_KEYS, Math.floor(MAX_VALUES / valuesIn(member))),
    of: (n) => membersOf(n, (i) => [key(i), structuredClone(member)]),
  };
}

function membersOf(n: number, member: (i: number) => [string, unknown]): object {
  return Object.fromEntries(Array.from({ length: n }, (_, i) => member(i)));
}

/** The key of a number. It is the same every time, and keys come in no order. */
function anyKey(i: number): number {
  return (Math.imul(i, 0x9e3779b1) >>> 8) % MAX_KEYS;
}

/** Itself and all within it. */
function valuesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((sum, each) => sum + valuesIn(each), 1);
}

function nest(wrap: (inner: unknown) => unknown): unknown {
  let value: unknown = 1;
  for (let depth = 0; depth < DEPTH; depth++) value = wrap(value);
  return value;
}

/** Values of wrong types. They are the same for every place, so they are made once for each size. */
const WRONG = [
  list('of numbers', 1),
  list('of null', null),
  list('of empty objects', {}),
  list(
    'of lists in lists',
    nest((inner) => [inner]),
  ),
  list(
    'of maps in maps',
    nest((a) => ({ a })),
  ),
  listOf('of maps with one of many keys', (i) => ({ [`k${anyKey(i)}`]: 1 })),
  listOf('of maps with some of many keys', (i) => membersOf(10, (j) => [`k${(anyKey(i) + j) % MAX_KEYS}`, 1])),
  listOf('of maps with many keys', (i) => membersOf(MAX_KEYS, (j) => [`k${(i + j) % MAX_KEYS}`, 1])),
  map('of numbers', 1),
  map('with long keys', 1, (i) => `${'k'.repeat(300)}${i}`),
  map('with keys of other scripts', '', (i) => `日"\\${i}`),
  {
    name: 'a list under one long key',
    bytesEach: 3,
    most: 2 * MAX_VALUES,
    of: (n: number) => ({ ['k'.repeat(n)]: Array<string>(Math.floor(n / 2)).fill('') }),
  },
].map((value): HostileValue => ({ ...value, of: remembered((n) => value.of(n)) }));

/** Remembers the last two values that were made; more would fill the memory. */
function remembered(make: (n: number) => unknown): (n: number) => unknown {
  const made = new Map<number, unknown>();
  return (n) => {
    const known = made.get(n) ?? make(n);
    made.delete(n);
    for (const [least] of [...made].slice(0, -1)) made.delete(least);
    made.set(n, known);
    return known;
  };
}

const json = (
  name: string,
  unit: string,
  [before, after]: readonly [string, string],
  most = Infinity,
): HostileValue => ({
  name,
  bytesEach: Buffer.byteLength(unit),
  most,
  of: (n) => Buffer.from(before + unit.repeat(n) + after),
});

/** Bodies as bytes, before anything has been read of them. */
export const HOSTILE_JSON: HostileValue[] = [
  ...UNITS.map((unit) =>
    json(`a text of ${JSON.stringify(unit)}`, JSON.stringify(unit).slice(1, -1), ['{"a":"', '"}']),
  ),
  ...['[', '{"a":', '{', '"', '\\"', '[[],', '{"a":1,', '1', '-', ' ', '\ufeff'].map((unit) =>
    json(`${unit} never closed`, unit, ['', '']),
  ),
  ...['1', '1.5', '1e1', '-0', '""', '"\\u0061"', '{}', '[]', 'null', '{"a":1}', '[[[[[]]]]]'].map((unit) =>
    json(`a list of ${unit}`, `${unit},`, ['[', '0]'], Math.floor(MAX_VALUES / valuesIn(JSON.parse(unit)))),
  ),
  json('one long number', '1', ['[', ']']),
  json('one long fraction', '1', ['[0.', ']']),
  json('one long exponent', '1', ['[1e', ']']),
  json('blanks', ' ', ['{', '}']),
  json('the same key', '"a":1,', ['{', '"b":1}'], MAX_VALUES),
  json('one long key', 'k', ['{"', '":1}']),
  json('one long key of escapes', '\\u006b', ['{"', '":1}']),
  { name: 'many keys', bytesEach: 12, most: MAX_KEYS, of: (n) => keys(n, (i) => `"k${i}":1`) },
  { name: 'many keys with escapes', bytesEach: 16, most: MAX_KEYS, of: (n) => keys(n, (i) => `"\\n\\"${i}":1`) },
  { name: 'many keys that are numbers', bytesEach: 11, most: MAX_KEYS, of: (n) => keys(n, (i) => `"${i * 7}":1`) },
  ...[1, 2, 5, 10, 50, MAX_KEYS].flatMap((members) => {
    const bytesEach = 12 * members + 2;
    const of = (last: string) => (n: number) => objects(n, members, last);
    const known = { bytesEach, most: MAX_VALUES / (members + 1) };
    return [
      { ...known, name: `objects of ${members} keys`, of: of('') },
      { ...known, name: `objects of ${members} keys, in the last one twice`, of: of('"a":1,"a":1') },
    ];
  }),
  { name: 'bytes that are no UTF-8', bytesEach: 1, most: Infinity, of: (n) => Buffer.alloc(n, 0xff) },
];

function keys(n: number, member: (i: number) => string): Buffer {
  return Buffer.from(objectOf(n, member));
}

/** A list of `n` objects, each with some of all keys. */
function objects(n: number, members: number, last: string): Buffer {
  const all = Array.from({ length: Math.floor(n) }, (_, i) =>
    objectOf(members, (j) => `"k${(anyKey(i) + j) % MAX_KEYS}":1`),
  );
  return Buffer.from(`[${all.join(',')},{${last}}]`);
}

function objectOf(n: number, member: (i: number) => string): string {
  return `{${Array.from({ length: n }, (_, i) => member(i)).join(',')}}`;
}
