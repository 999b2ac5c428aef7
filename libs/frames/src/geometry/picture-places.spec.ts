import { describe, expect, it } from '@jest/globals';
import { picturePlaces } from './picture-places.js';

const PICTURE = { width: 80, height: 40 };

function repeated(area: { width: number; height: number }): ReturnType<typeof picturePlaces> {
  const placing = {
    imageSize: 'contain repeat',
    position: 'center top',
    isMirrored: false,
    isUpsideDown: false,
  } as const;
  return picturePlaces(placing, { x: 0, y: 0, ...area }, PICTURE);
}

describe('a repeated picture', () => {
  it('stands once where it fits its area', () => {
    expect(repeated({ width: 160, height: 80 })).toEqual({ first: { x: 0, y: 0, width: 160, height: 80 } });
  });

  it('covers all of its area from the copy at its position', () => {
    expect(repeated({ width: 100, height: 20 })).toEqual({
      first: { x: 30, y: 0, width: 40, height: 20 },
      tiled: { x: -10, y: 0, width: 120, height: 20 },
    });
  });

  it('costs no more however many copies there are', () => {
    const { tiled } = repeated({ width: 100_000, height: 1e-6 });
    expect(tiled!.x).toBeCloseTo(0, 3);
    expect(tiled!.width).toBeCloseTo(100_000, 3);
  });
});
