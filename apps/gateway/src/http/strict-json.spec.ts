import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseStrictJson } from './strict-json.js';

const parse = (text: string) => parseStrictJson(Buffer.from(text));
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

describe('parseStrictJson', () => {
  it('reads every JSON text as JSON.parse does', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 8 }), (text) => {
        expect(parse(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it.each([
    ['nothing', '', 'is empty'],
    ['white space only', ' \n', 'is empty'],
    ['a truncated object', '{"a":1', 'not valid JSON'],
    ['a trailing comma', '{"a":1,}', 'not valid JSON'],
    ['a byte order mark', '\ufeff{}', 'not valid JSON'],
    ['a repeated key', '{"a":1,"b":{"a":1},"a":2}', 'key "a" appears twice'],
    ['a repeated key in other spelling', '{"a":1,"\\u0061":2}', 'key "a" appears twice'],
    ['65 levels', nested(65), 'deeper than 64'],
    ['100,000 levels', nested(100_000), 'deeper than 64'],
    ['a number beyond a double', '{"a":1e400}', 'too large'],
  ])('refuses %s', (_name, text, details) => {
    expect(() => parse(text)).toThrow(
      expect.objectContaining({ code: 'BAD_REQUEST', details: expect.stringContaining(details) }),
    );
  });

  it('refuses bytes that are not UTF-8', () => {
    expect(() => parseStrictJson(Buffer.from('7b2261223a22ff227d', 'hex'))).toThrow(
      expect.objectContaining({ details: 'The body is not valid UTF-8' }),
    );
  });

  it.each([
    ['64 levels', nested(64)],
    ['the same key in different objects', '[{"a":1},{"a":{"a":2}}]'],
    ['brackets, colons and escapes inside strings', '{"a":"{[:\\"\\\\","b":"\\\\"}'],
  ])('accepts %s', (_name, text) => {
    expect(parse(text)).toEqual(JSON.parse(text));
  });
});
