import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { pictureSize } from './picture-size.js';

const GIF_OF_3_BY_2 = [...Buffer.from('GIF89a'), 3, 0, 2, 0, 0, 0, 0];

describe('pictureSize', () => {
  it.each([[], [...Buffer.from('GIF89a')], [...Buffer.from('no picture')]])('knows no size of %j', (...bytes) => {
    expect(pictureSize(Uint8Array.from(bytes))).toBeUndefined();
  });

  it('reads a GIF to its end, whatever follows its header', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (rest) => {
        const size = pictureSize(Uint8Array.from([...GIF_OF_3_BY_2, ...rest]));
        expect(size).toMatchObject({ format: 'gif' });
        expect(size!.width).toBeGreaterThanOrEqual(3);
        expect(size!.height).toBeGreaterThanOrEqual(2);
      }),
    );
  });
});
