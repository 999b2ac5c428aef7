import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { formatApiKey, parseApiKey } from './api-key.js';
import { toBase62 } from './base62.js';

const randomBytes = fc.uint8Array({ minLength: 32, maxLength: 32 });

describe('API keys', () => {
  it('have the documented form and give back their hash and their first 8 characters', () => {
    fc.assert(
      fc.property(randomBytes, (bytes) => {
        const key = formatApiKey(bytes);
        expect(key).toMatch(/^fw_[0-9A-Za-z]{38}$/);
        expect(parseApiKey(key)).toEqual({
          hash: createHash('sha256').update(key).digest(),
          display: key.slice(0, 8),
        });
      }),
    );
  });

  it('are refused when any single character is changed', () => {
    fc.assert(
      fc.property(
        randomBytes,
        fc.nat(40),
        fc.constantFrom('0', '9', 'A', 'Z', 'a', 'z', '-', '_'),
        (bytes, at, replacement) => {
          const key = formatApiKey(bytes);
          fc.pre(key[at] !== replacement);
          expect(parseApiKey(key.slice(0, at) + replacement + key.slice(at + 1))).toBeNull();
        },
      ),
    );
  });

  it.each(['', 'fw_', 'Bearer x', ` ${formatApiKey(new Uint8Array(32))}`, `${formatApiKey(new Uint8Array(32))}\n`])(
    'are refused in another form: %j',
    (text) => expect(parseApiKey(text)).toBeNull(),
  );

  it('stay valid: these bytes have always made this key', () => {
    const key = `fw_${'0'.repeat(32)}4AvT05`;
    expect(formatApiKey(new Uint8Array(32))).toBe(key);
    expect(parseApiKey(key)?.display).toBe('fw_00000');
  });

  it('need exactly 32 random bytes', () => {
    expect(() => formatApiKey(new Uint8Array(31))).toThrow(RangeError);
  });
});

describe('toBase62', () => {
  it.each([
    [[], 3, '000'],
    [[61], 1, 'z'],
    [[62], 2, '10'],
    [[255, 255, 255, 255], 6, '4gfFC3'],
    [[62], 1, '0'],
  ])('writes %j in %i characters as %s', (bytes, length, text) => {
    expect(toBase62(Uint8Array.from(bytes), length)).toBe(text);
  });

  it('uses every character equally often', () => {
    const counts = new Map<string, number>();
    for (let i = 0; i < 4000; i += 1) {
      const bytes = createHash('sha256').update(String(i)).digest();
      for (const character of toBase62(bytes, 32)) counts.set(character, (counts.get(character) ?? 0) + 1);
    }
    expect(counts.size).toBe(62);
    const expected = (4000 * 32) / 62;
    const chiSquare = [...counts.values()].reduce((sum, n) => sum + (n - expected) ** 2 / expected, 0);
    expect(chiSquare).toBeLessThan(120); // 61 degrees of freedom: above 120 once in 100,000
  });
});
