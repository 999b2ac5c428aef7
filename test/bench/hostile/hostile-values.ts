import type { Place } from './places.ts';

/** Something awkward of any size: `n` counts characters, elements or members. */
export interface HostileValue {
  name: string;
  of(n: number): unknown;
  /** Bytes of JSON for each of `n`. */
  bytesEach: number;
  /** Beyond the limit of its place it says nothing that others do not. */
  endsAtLimit?: boolean;
}

/** What rules read character by character, and what their patterns begin with or repeat. */
const UNITS = [
  ...[' ', '\t', '\n', 'T', '.', ',', ', ', ':', ';', '-', '+', '#', '%', '/', '\\', '"', "'", '!', '@', '\0'],
  ...['(', ')', '[', ']', '{', '}', '<', '<a>', '{{', '}}', '{{a}}', '{{ a }}', '{{a'],
  ...['0', '1', '1.', '1e', 'a', 'Z', 'M0 0', 'l1,1', 'rgb(', 'linear-gradient(', 'a,'],
  ...['é', '日', '\u{1f600}', '\u0301', '\u202e', '\ud800'],
];

/** How deep a body may nest, less where the place itself stands. */
const DEPTH = 40;

/** What is put in a place: too much of what belongs there, and things that do not. */
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

/** The unit alone, and after a good beginning with an end that nothing accepts. */
function texts(unit: string, beginning: string): HostileValue[] {
  const bytesEach = (Buffer.byteLength(JSON.stringify(unit)) - 2) / unit.length;
  const times = (n: number) => Math.ceil(n / unit.length);
  const shown = JSON.stringify(unit);
  return [
    { name: `${shown} repeated`, bytesEach, of: (n) => unit.repeat(times(n)).slice(0, n) },
    {
      name: `${JSON.stringify(beginning.slice(0, 20))} and ${shown} repeated`,
      bytesEach,
      endsAtLimit: true,
      of: (n) => `${beginning}${unit.repeat(times(n))}`.slice(0, n - 1) + '!',
    },
  ];
}

function list(name: string, element: unknown): HostileValue {
  const bytesEach = JSON.stringify(element).length + 1;
  return { name: `a list ${name}`, bytesEach, of: (n) => Array.from({ length: n }, () => structuredClone(element)) };
}

function map(name: string, member: unknown, key = (i: number) => `k${i}`): HostileValue {
  const bytesEach = key(100_000).length + JSON.stringify(member).length + 4;
  return {
    name: `a map ${name}`,
    bytesEach,
    of: (n) => Object.fromEntries(Array.from({ length: n }, (_, i) => [key(i), structuredClone(member)])),
  };
}

function nest(wrap: (inner: unknown) => unknown): unknown {
  let value: unknown = 1;
  for (let depth = 0; depth < DEPTH; depth++) value = wrap(value);
  return value;
}

/** The same for every place, and so made once for each size. */
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
  map('of numbers', 1),
  map('with long keys', 1, (i) => `${'k'.repeat(300)}${i}`),
  map('with keys of other scripts', '', (i) => `日"\\${i}`),
  {
    name: 'a list under one long key',
    bytesEach: 3,
    of: (n: number) => ({ ['k'.repeat(n)]: Array<string>(Math.floor(n / 2)).fill('') }),
  },
].map((value): HostileValue => ({ ...value, of: remembered((n) => value.of(n)) }));

/** The last two alone, or they would fill the memory. */
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

const json = (name: string, unit: string, [before, after]: readonly [string, string]): HostileValue => ({
  name,
  bytesEach: Buffer.byteLength(unit),
  of: (n) => Buffer.from(before + unit.repeat(n) + after),
});

/** Bodies that nothing has looked into yet, as bytes. */
export const HOSTILE_JSON: HostileValue[] = [
  ...UNITS.map((unit) =>
    json(`a text of ${JSON.stringify(unit)}`, JSON.stringify(unit).slice(1, -1), ['{"a":"', '"}']),
  ),
  ...['[', '{"a":', '{', '"', '\\"', '[[],', '{"a":1,', '1', '-', ' ', '\ufeff'].map((unit) =>
    json(`${unit} never closed`, unit, ['', '']),
  ),
  ...['1', '1.5', '1e1', '-0', '""', '"\\u0061"', '{}', '[]', 'null', '{"a":1}', '[[[[[]]]]]'].map((unit) =>
    json(`a list of ${unit}`, `${unit},`, ['[', '0]']),
  ),
  json('one long number', '1', ['[', ']']),
  json('one long fraction', '1', ['[0.', ']']),
  json('one long exponent', '1', ['[1e', ']']),
  json('blanks', ' ', ['{', '}']),
  json('the same key', '"a":1,', ['{', '"b":1}']),
  json('one long key', 'k', ['{"', '":1}']),
  json('one long key of escapes', '\\u006b', ['{"', '":1}']),
  { name: 'many keys', bytesEach: 12, of: (n) => keys(n, (i) => `"k${i}":1`) },
  { name: 'many keys with escapes', bytesEach: 16, of: (n) => keys(n, (i) => `"\\n\\"${i}":1`) },
  { name: 'many keys that are numbers', bytesEach: 11, of: (n) => keys(n, (i) => `"${i * 7}":1`) },
  { name: 'bytes that are no UTF-8', bytesEach: 1, of: (n) => Buffer.alloc(n, 0xff) },
];

function keys(n: number, member: (i: number) => string): Buffer {
  return Buffer.from(`{${Array.from({ length: n }, (_, i) => member(i)).join(',')}}`);
}
