import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { constantTimeEqual } from './constant-time-equal.js';
import { openSecret, sealSecret } from './sealed-secret.js';

const key = new Uint8Array(32).fill(9);
const nonce = new Uint8Array(12).fill(3);
const sealed = sealSecret('whsec_secret', { key, owner: 'a' }, nonce);

describe('sealSecret', () => {
  it('is undone by openSecret for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.uuid(), (secret, owner) => {
        expect(openSecret(sealSecret(secret, { key, owner }, nonce), { key, owner })).toBe(secret);
      }),
    );
  });

  it('shows nothing of the secret', () => {
    expect(sealed.includes('whsec_')).toBe(false);
  });

  it('does not open for another owner or with another key', () => {
    expect(() => openSecret(sealed, { key, owner: 'b' })).toThrow();
    expect(() => openSecret(sealed, { key: new Uint8Array(32), owner: 'a' })).toThrow();
  });

  it('does not open after any single bit has changed', () => {
    for (let bit = 0; bit < sealed.length * 8; bit += 1) {
      const changed = Buffer.from(sealed);
      changed[bit >> 3]! ^= 1 << (bit & 7);
      expect(() => openSecret(changed, { key, owner: 'a' })).toThrow();
    }
  });

  it('refuses what is too short and a nonce of the wrong size', () => {
    expect(() => openSecret(sealed.subarray(0, 10), { key, owner: 'a' })).toThrow('Not a sealed secret');
    expect(() => sealSecret('x', { key, owner: 'a' }, new Uint8Array(11))).toThrow('12 bytes');
  });
});

describe('constantTimeEqual', () => {
  it.each([
    ['same', 'same', true],
    ['same', 'Same', false],
    ['same', 'same ', false],
    ['', '', true],
  ])('compares %j with %j', (a, b, equal) => expect(constantTimeEqual(a, b)).toBe(equal));
});
