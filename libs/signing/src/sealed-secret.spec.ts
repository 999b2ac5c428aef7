import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { constantTimeEqual } from './constant-time-equal.js';
import { markOf, openSecret, sealSecret } from './sealed-secret.js';

const key = new Uint8Array(32).fill(9);
const other = new Uint8Array(32).fill(8);
const nonce = new Uint8Array(12).fill(3);
/** 'whsec_secret' of 'a', as version 0.1.0 sealed it with `key`. */
const STORED = 'AQMDAwMDAwMDAwMDA3PhcfbHQwfZVaV8q0SKW3em/JgXNuMYybjQygE=';

describe.each([
  ['unmarked', false],
  ['marked with its key', true],
])('a sealed secret, %s', (_what, marksKey) => {
  const sealed = sealSecret('whsec_secret', { key, owner: 'a', marksKey }, nonce);

  it('is opened by its key, whatever other keys there are', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.uuid(), (secret, owner) => {
        const again = sealSecret(secret, { key, owner, marksKey }, nonce);
        expect(openSecret(again, { keys: [key], owner })).toBe(secret);
        expect(openSecret(again, { keys: [other, key], owner })).toBe(secret);
      }),
    );
  });

  it('shows nothing of the secret', () => {
    expect(sealed.includes('whsec_')).toBe(false);
  });

  it('does not open for another owner or without its key', () => {
    expect(() => openSecret(sealed, { keys: [key], owner: 'b' })).toThrow('No configured key opens');
    expect(() => openSecret(sealed, { keys: [other], owner: 'a' })).toThrow(
      marksKey ? 'not configured' : 'No configured',
    );
    expect(() => openSecret(sealed, { keys: [], owner: 'a' })).toThrow();
  });

  it('does not open after any single bit has changed', () => {
    for (let bit = 0; bit < sealed.length * 8; bit += 1) {
      const changed = Buffer.from(sealed);
      changed[bit >> 3]! ^= 1 << (bit & 7);
      expect(() => openSecret(changed, { keys: [key, other], owner: 'a' })).toThrow();
    }
  });

  it('is refused when it is too short, and its nonce of the wrong size', () => {
    expect(() => openSecret(sealed.subarray(0, 10), { keys: [key], owner: 'a' })).toThrow('Not a sealed secret');
    expect(() => sealSecret('x', { key, owner: 'a', marksKey }, new Uint8Array(11))).toThrow('12 bytes');
  });
});

describe('a mark', () => {
  it('is what a marked secret begins with, of that key alone', () => {
    const sealed = sealSecret('x', { key, owner: 'a', marksKey: true }, nonce);
    expect(sealed.subarray(0, 5)).toEqual(markOf(key));
    expect(markOf(other)).not.toEqual(markOf(key));
  });
});

it('opens what was sealed before keys were marked', () => {
  const stored = Buffer.from(STORED, 'base64');
  expect(openSecret(stored, { keys: [other, key], owner: 'a' })).toBe('whsec_secret');
});

describe('constantTimeEqual', () => {
  it.each([
    ['same', 'same', true],
    ['same', 'Same', false],
    ['same', 'same ', false],
    ['', '', true],
  ])('compares %j with %j', (a, b, equal) => expect(constantTimeEqual(a, b)).toBe(equal));
});
