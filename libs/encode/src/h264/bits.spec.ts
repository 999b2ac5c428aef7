import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { BitReader, BitWriter, escaped, unescaped } from './bits.js';

describe('BitWriter and BitReader', () => {
  it('write the codes of the standard', () => {
    const bits = new BitWriter();
    for (const value of [0, 1, 2, 3, 7]) bits.unsigned(value); // 1 010 011 00100 0001000
    for (const value of [1, -1, 2]) bits.signed(value); // 010 011 00100
    bits.align(1);
    expect([...bits.bytes].map((byte) => byte.toString(2).padStart(8, '0'))).toEqual([
      '10100110',
      '01000001',
      '00001001',
      '10010011',
    ]);
  });

  it('agree on numbers, codes and flags', () => {
    const values = fc.array(fc.tuple(fc.nat(65_535), fc.integer({ min: -30_000, max: 30_000 }), fc.boolean()));
    fc.assert(
      fc.property(values, (written) => {
        const writer = new BitWriter();
        for (const [number, signed, flag] of written) {
          writer.number(16, number);
          writer.unsigned(number);
          writer.signed(signed);
          writer.flag(flag);
        }
        writer.align(1);
        const reader = new BitReader(writer.bytes);
        for (const [number, signed, flag] of written) {
          expect(reader.number(16)).toBe(number);
          expect(reader.unsigned()).toBe(number);
          expect(reader.signed()).toBe(signed);
          expect(reader.flag()).toBe(flag);
        }
      }),
    );
  });

  it('refuses a code that is longer than any in a header', () => {
    expect(() => new BitReader(new Uint8Array(8)).unsigned()).toThrow(RangeError);
  });
});

describe('escaped', () => {
  const payloads = fc.uint8Array({ max: 4, maxLength: 40 });

  it('keeps start codes out, and unescaped brings everything back', () => {
    fc.assert(
      fc.property(payloads, (payload) => {
        const unit = escaped(payload);
        expect(Buffer.from(unit).toString('latin1')).not.toMatch(/\0\0[\0\x01\x02]/); // eslint-disable-line no-control-regex
        expect([...unescaped(unit)]).toEqual([...payload]);
      }),
    );
  });
});
