import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isAnimated } from './is-animated.js';

const text = (value: string): number[] => [...Buffer.from(value)];
const big = (value: number): number[] => [0, 0, 0, value];

const GIF_HEAD = [...text('GIF89a'), 1, 0, 1, 0, 0, 0, 0];
const GIF_FRAME = [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 1, 0x44, 0];

const chunk = (type: string, content: number[] = []): number[] => [
  ...[...big(content.length), ...text(type)],
  ...[...content, ...big(0)],
];
const png = (...chunks: number[][]): number[] => [
  137,
  ...text('PNG'),
  13,
  10,
  26,
  10,
  ...chunk('IHDR'),
  ...chunks.flat(),
];

const part = (type: string, length: number): number[] => [
  ...[...text(type), length, 0, 0, 0],
  ...Array.from({ length: length + (length % 2) }, () => 0),
];
const webp = (...parts: number[][]): number[] => [...text('RIFF____WEBP'), ...parts.flat()];

describe('isAnimated', () => {
  it.each<[string, number[], boolean]>([
    ['a GIF of one frame', [...GIF_HEAD, ...GIF_FRAME, 0x3b], false],
    ['a GIF of two', [...GIF_HEAD, ...GIF_FRAME, 0x21, 0xf9, 4, 0, 9, 0, 0, 0, ...GIF_FRAME, 0x3b], true],
    ['a PNG', png(chunk('IDAT', [1])), false],
    ['a PNG of one frame', png(chunk('acTL', [...big(1), ...big(0)]), chunk('IDAT')), false],
    ['a PNG of two frames', png(chunk('gAMA', [1]), chunk('acTL', [...big(2), ...big(0)]), chunk('IDAT')), true],
    ['a WebP', webp(part('VP8X', 10), part('VP8 ', 7)), false],
    ['a WebP of one frame', webp(part('VP8X', 10), part('ANIM', 6), part('ANMF', 9)), false],
    ['a WebP of two frames', webp(part('VP8X', 10), part('ANIM', 6), part('ANMF', 9), part('ANMF', 8)), true],
    ['a JPEG', [0xff, 0xd8, 0xff, 0xe0], false],
    ['nothing', [], false],
  ])('knows %s', (_name, bytes, expected) => {
    expect(isAnimated(Uint8Array.from(bytes))).toBe(expected);
  });

  it('reads any bytes to their end', () => {
    const heads = fc.constantFrom(GIF_HEAD, png(), webp());
    fc.assert(
      fc.property(heads, fc.uint8Array({ maxLength: 300 }), (head, rest) => {
        expect([true, false]).toContain(isAnimated(Uint8Array.from([...head, ...rest])));
      }),
    );
  });
});
