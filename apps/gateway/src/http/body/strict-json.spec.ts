import { describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { AppError } from '#libs/contracts';
import { runAtOnce } from './run-cooperatively.js';
import { parseStrictJson } from './strict-json.js';

function parse(text: string | Buffer): unknown {
  return runAtOnce(parseStrictJson(Buffer.from(text)));
}

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

const members = (n: number, key = 'k') => Array.from({ length: n }, (_, i) => `"${key}${i}":1`).join(',');

/** Everything that a refusal says to the caller. */
function refusalOf(text: string): string {
  try {
    parse(text);
  } catch (error) {
    if (error instanceof AppError) return JSON.stringify([error.code, error.details]);
  }
  return 'none';
}

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
    ['a repeated key around another object', '{"a":1,"b":[{"a":1}],"a":2}', 'key "a" appears twice'],
    ['a repeated key that is a number', '{"1":1,"2":1,"1":1}', 'key "1" appears twice'],
    ['a repeated __proto__', '{"__proto__":1,"__proto__":1}', 'key "__proto__" appears twice'],
    ['65 levels', nested(65), 'deeper than 64'],
    ['100,000 levels', nested(100_000), 'deeper than 64'],
    ['a number beyond a double', '{"a":1e400}', 'too large'],
    ['a negative one, within others', '{"a":[{"b":[0,-1e400]}]}', 'too large'],
    ['one in digits', `[${'9'.repeat(310)}]`, 'too large'],
  ])('refuses %s', (_name, text, details) => {
    expect(() => parse(text)).toThrow(
      expect.objectContaining({ code: 'BAD_REQUEST', details: expect.stringContaining(details) }),
    );
  });

  it('refuses bytes that are not UTF-8', () => {
    expect(() => parse(Buffer.from('7b2261223a22ff227d', 'hex'))).toThrow(
      expect.objectContaining({ details: 'The body is not valid UTF-8' }),
    );
  });

  it.each([
    ['100,001 values', `[${'1,'.repeat(99_999)}1]`, 'more than 100000 values'],
    ['100,001 values, most of them empty', `[${'{ },[ ],'.repeat(50_000)}`, 'more than 100000 values'],
    ['2,001 keys', `{${members(2_001)}}`, 'more than 2000 different keys'],
    [
      '2,001 keys in objects within one another',
      `{${members(1_000)},"a":[{${members(1_000, 'l')}}]}`,
      'more than 2000',
    ],
    ['too many keys that are no JSON', members(2_001), 'more than 2000 different keys'],
    ['too many values that are no JSON', '1,'.repeat(100_001), 'more than 100000 values'],
  ])('refuses %s before anything is parsed', (_name, text, reason) => {
    const parsed = jest.spyOn(JSON, 'parse');
    try {
      expect(refusalOf(text)).toContain(reason);
      expect(parsed).not.toHaveBeenCalled();
    } finally {
      parsed.mockRestore();
    }
  });

  it.each([
    ['100,000 values', `[${'1,'.repeat(99_998)}1]`],
    ['100,000 values, most of them empty', `[${'{ },[],'.repeat(49_999)}{}]`],
    ['2,000 keys in each of many objects', `[{${members(2_000)}},{${members(2_000)}},{"k1":{"k2":1}}]`],
    ['commas and colons in strings', JSON.stringify([',:'.repeat(200_000)])],
    ['strings that end in backslashes', JSON.stringify(['\\', '"', '\\"', '\\\\'])],
    ['64 levels', nested(64)],
    ['the same key in different objects', '[{"a":1},{"a":{"a":2}}]'],
    ['brackets, colons and escapes inside strings', '{"a":"{[:\\"\\\\","b":"\\\\"}'],
  ])('accepts %s', (_name, text) => {
    expect(parse(text)).toEqual(JSON.parse(text));
  });
});
