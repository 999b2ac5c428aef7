import { expect, it } from '@jest/globals';
import { type Color, converter, parse, toGamut } from 'culori/fn';
import { parseCssColor, srgbColor } from './color.js';

const NAMES = ['srgb', 'srgb-linear', 'display-p3', 'a98-rgb', 'prophoto-rgb', 'rec2020', 'xyz', 'xyz-d50', 'xyz-d65'];
const FUNCTIONS = [...'rgb rgba hsl hsla hwb lab lch oklab oklch'.split(' '), ...NAMES];
const CHANNELS = ['-.2', '0.7', '55', '130%', '200deg', 'none'];
const ALPHAS = ['', ' / 0.25', ' / none'];

function textsOf(name: string): string[] {
  const triples = CHANNELS.flatMap((a) => CHANNELS.flatMap((b) => CHANNELS.map((c) => [a, b, c])));
  const isSpace = NAMES.includes(name);
  const modern = triples.map((triple, index) => `${triple.join(' ')}${ALPHAS[index % ALPHAS.length]!}`);
  const legacy = isSpace ? [] : triples.map((triple, index) => `${triple.join(', ')}${index % 2 === 0 ? ', 0.5' : ''}`);
  return [...modern, ...legacy].map((inner) => (isSpace ? `color(${name} ${inner})` : `${name}(${inner})`));
}

const isCss = (color: Color | undefined) => color !== undefined;

/**
 * The results of both readings, which must come before the import of culori's own definitions: these replace those of
 * this library.
 */
const read = FUNCTIONS.map((name) => {
  const texts = textsOf(name).filter((text) => isCss(parseCssColor(text)));
  return { name, texts, colors: texts.map((text) => srgbColor(text)) };
});
await import('culori/css');

it.each(read)('$name is the same color by the definitions of culori', ({ texts, colors }) => {
  expect(texts.length).toBeGreaterThan(50);
  const rgb = converter('rgb');
  const intoSrgb = toGamut('rgb', 'oklch');
  const differing = texts.filter((text, index) => {
    const color = parseCssColor(text)!;
    return JSON.stringify(rgb(intoSrgb(color))) !== JSON.stringify(colors[index]);
  });
  expect(differing).toEqual([]);
});

it('reads no function less than culori does', () => {
  const unread = FUNCTIONS.flatMap((name, index) => {
    const known = new Set(read[index]!.texts);
    return textsOf(name).filter((text) => isCss(parse(text)) && !known.has(text));
  });
  expect(unread).toEqual([]);
});
