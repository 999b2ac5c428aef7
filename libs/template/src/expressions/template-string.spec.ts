import { expect, it } from '@jest/globals';
import { growth } from '#libs/testing';
import { ExpressionFault } from './expression-fault.js';
import { hasExpressions, parseTemplateString } from './template-string.js';

/** The parts as text: names as $name, expressions as their source in angle brackets. */
function split(text: string): string[] | string {
  const parts = parseTemplateString(text);
  if (parts instanceof ExpressionFault) return parts.message;
  return parts.map((part) => (typeof part === 'string' ? part : 'name' in part ? `$${part.name}` : `<${part.source}>`));
}

it.each<[text: string, parts: string[] | string]>([
  ['', []],
  ['plain } text {', ['plain } text {']],
  ['Hi {{who}}, {{ who }}!', ['Hi ', '$who', ', ', '$who', '!']],
  ['{{{who}}}', ['{', '$who', '}']],
  ['{{{{{who}}}', ['{{{', '$who', '}']],
  ['{{}} {{ }}', ['{{}} {{ }}']],
  ['a {{ b', ['a {{ b']],
  ['a {{ b {{who}}', ['a {{ b ', '$who']],
  ['{{price * 2}} €', ['<price * 2>', ' €']],
  ['{{"}}" + who}}', ['<"}}" + who>']],
  ["{{'\\'}}' + who}}", ["<'\\'}}' + who>"]],
  ['{{plural(n, {"one": "a", "other": "b"})}}', ['<plural(n, {"one": "a", "other": "b"})>']],
  ['{{{"a": {"b": 1}}.a.b}}', ['<{"a": {"b": 1}}.a.b>']],
  ['{{x.y}}{{z}}', ['<x.y>', '$z']],
  ['a {{x +}}', 'unexpected token: EOF (character 8)'],
])('%s', (text, parts) => {
  expect(split(text)).toEqual(parts);
  expect(hasExpressions(text)).toBe(typeof parts === 'string' || parts.some((part) => /^[$<]/.test(part)));
});

it.each(['{{', '{{ ', "{{'", "{{'\\'", '{{"{{\'', '{', "{{'{{\\'", '{{a+', '{{a}', '{{(', '\\'])(
  'a text of %s is read in linear time',
  (piece) => {
    const texts = new Map([25_000, 100_000].map((size) => [size, piece.repeat(Math.ceil(size / piece.length))]));
    expect(growth((size) => split(texts.get(size)!), 25_000)).toBeLessThan(3);
  },
);
