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

describe('a picture with a focus', () => {
  const COVER = { imageSize: 'cover', position: 'left top', isMirrored: false, isUpsideDown: false } as const;
  const WIDE = { width: 80, height: 40 };
  const placeOf = (
    focus: { x: number | `${number}%`; y: number | `${number}%` },
    area: { width: number; height: number },
  ) => picturePlaces({ ...COVER, focus }, { x: 0, y: 0, ...area }, WIDE).first;

  it('shows it in the middle of a narrower box, and of a lower one', () => {
    expect(placeOf({ x: 0.6, y: 0 }, { width: 40, height: 40 })).toEqual({ x: -28, y: 0, width: 80, height: 40 });
    expect(placeOf({ x: 0, y: '40%' }, { width: 160, height: 40 })).toEqual({ x: 0, y: -12, width: 160, height: 80 });
  });

  it.each([
    [{ x: 0, y: 0 }, 0],
    [{ x: 0.1, y: 1 }, 0],
    [{ x: '95%', y: 0.5 }, -40],
    [{ x: 1, y: 1 }, -40],
  ] as const)('leaves nothing of the box free for the focus %j at its edge', (focus, x) => {
    expect(placeOf(focus, { width: 40, height: 40 }).x).toBe(x);
  });

  it('is aligned by its position in the direction in which it is not cut off', () => {
    const auto = { ...COVER, imageSize: 'auto', position: 'left bottom', focus: { x: 1, y: 0 } } as const;
    const { first } = picturePlaces(auto, { x: 0, y: 0, width: 60, height: 60 }, WIDE);
    expect(first).toMatchObject({ x: -20, y: 20 });
  });

  it('shows it in the middle of a flipped picture as well', () => {
    const flipped = { ...COVER, isMirrored: true, focus: { x: 0.6, y: 0 } };
    expect(picturePlaces(flipped, { x: 0, y: 0, width: 40, height: 40 }, WIDE).first.x).toBe(-28);
  });
});

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
