import { describe, expect, it } from '@jest/globals';
import { cropped, type Plane, planesOf, turnedPlane } from './planes.js';
import { scalePlane } from './scale-plane.js';
import { toBt709 } from './to-bt709.js';

function plane(width: number, height: number, level: (x: number, y: number) => number): Plane {
  const stride = width + 3; // as decoders pad lines
  const data = new Uint8Array(2 + stride * height).fill(99);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) data[2 + y * stride + x] = level(x, y);
  return { data, width, height, stride, offset: 2 };
}

function linesOf({ data, width, height, stride, offset }: Plane): number[][] {
  return Array.from({ length: height }, (_, y) => [...data.subarray(offset + y * stride, offset + y * stride + width)]);
}

function scaled(from: Plane, width: number, height: number, isOnLeft = false): Uint8Array {
  const target = new Uint8Array(width * height);
  scalePlane(from, target, { at: 0, width, height, isOnLeft });
  return target;
}

describe('the planes of a decoded picture', () => {
  const SIZE = { width: 4, height: 2 };

  it('are found in I420 and in NV12, where the colors alternate', () => {
    const i420 = planesOf(Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8, 20, 21, 30, 31), { format: 'I420', ...SIZE }, [
      { offset: 0, stride: 4 },
      { offset: 8, stride: 2 },
      { offset: 10, stride: 2 },
    ]);
    const nv12 = planesOf(Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8, 20, 30, 21, 31), { format: 'NV12', ...SIZE }, [
      { offset: 0, stride: 4 },
      { offset: 8, stride: 4 },
    ]);
    for (const planes of [i420, nv12])
      expect(planes.map(linesOf)).toEqual([
        [
          [1, 2, 3, 4],
          [5, 6, 7, 8],
        ],
        [[20, 21]],
        [[30, 31]],
      ]);
    expect(() => planesOf(new Uint8Array(1), { format: 'I444', ...SIZE }, [])).toThrow('I444');
  });

  it.each(['RGBA', 'RGBX', 'BGRA', 'BGRX'])('are made from %s in BT.709 of limited range', (format) => {
    const pixels = (...colors: readonly (readonly number[])[]): number[] =>
      colors.flatMap(([r, g, b]) => (format.startsWith('BGR') ? [b!, g!, r!, 255] : [r!, g!, b!, 255]));
    const [white, black, red, blue] = [
      [255, 255, 255],
      [0, 0, 0],
      [255, 0, 0],
      [0, 0, 255],
    ] as const;
    const row = pixels(white, black, red, red, blue);
    const planes = planesOf(Uint8Array.from([...row, 0, 0, ...row, 0, 0]), { format, width: 5, height: 2 }, [
      { offset: 0, stride: row.length + 2 },
    ]);
    // By the definition of ITU-R BT.709.
    expect(planes.map(linesOf)).toEqual([
      [
        [235, 16, 63, 63, 32],
        [235, 16, 63, 63, 32],
      ],
      [[128, 102, 240]],
      [[128, 240, 118]],
    ]);
  });

  it('are turned clockwise and cut', () => {
    const upright = plane(3, 2, (x, y) => 10 * y + x);
    expect(linesOf(turnedPlane(upright, 90))).toEqual([
      [10, 0],
      [11, 1],
      [12, 2],
    ]);
    expect(linesOf(turnedPlane(upright, 180))).toEqual([
      [12, 11, 10],
      [2, 1, 0],
    ]);
    expect(linesOf(turnedPlane(upright, 270))).toEqual([
      [2, 12],
      [1, 11],
      [0, 10],
    ]);
    expect(linesOf(cropped(upright, { x: 1, y: 0, width: 9, height: 1 }))).toEqual([[1, 2]]);
  });
});

describe('a scaled plane', () => {
  it('is the same in the same size, and as even as it was in another', () => {
    const noise = plane(9, 7, (x, y) => (x * 37 + y * 91) % 256);
    expect([...scaled(noise, 9, 7)]).toEqual(linesOf(noise).flat());
    for (const [width, height] of [
      [4, 3],
      [20, 30],
    ] as const) {
      expect(
        new Set(
          scaled(
            plane(9, 7, () => 180),
            width,
            height,
          ),
        ),
      ).toEqual(new Set([180]));
    }
  });

  it.each([
    ['in the middle of pixels', 0.5],
    ['on the left of two', 0.25],
  ])('keeps a slope where it is, of samples %s', (_case, place) => {
    const slope = plane(64, 4, (x) => 3 * x + 20);
    for (const width of [16, 32, 100]) {
      const found = scaled(slope, width, 4, place < 0.5).subarray(0, width);
      for (let x = 4; x < width - 4; x++) {
        expect(Math.abs(found[x]! - (3 * (((x + place) * 64) / width - place) + 20))).toBeLessThanOrEqual(1);
      }
    }
  });

  it('has the mean of stripes that are finer than its pixels', () => {
    const found = scaled(
      plane(128, 8, (x) => (x % 2 ? 200 : 100)),
      16,
      8,
    );
    for (const level of found.subarray(3, 13)) expect(Math.abs(level - 150)).toBeLessThanOrEqual(2);
  });
});

describe('the colors of footage', () => {
  type Rgb = readonly [number, number, number];
  /** Luma and chroma of a color of 0 to 1, by the definition of ITU-R BT.601 and BT.709. */
  const yuv = ([r, g, b]: Rgb, [kr, kb]: readonly [number, number], isFull: boolean): number[] => {
    const luma = kr * r + (1 - kr - kb) * g + kb * b;
    const [cb, cr] = [(b - luma) / (2 * (1 - kb)), (r - luma) / (2 * (1 - kr))];
    return isFull ? [255 * luma, 128 + 255 * cb, 128 + 255 * cr] : [16 + 219 * luma, 128 + 224 * cb, 128 + 224 * cr];
  };
  const BT601 = [0.299, 0.114] as const;
  const BT709 = [0.2126, 0.0722] as const;
  const COLORS: readonly Rgb[] = [
    [0.8, 0.2, 0.1],
    [0.1, 0.6, 0.3],
    [0.2, 0.3, 0.9],
    [1, 1, 1],
    [0, 0, 0],
    [0.5, 0.5, 0.5],
  ];
  const picture = ([y, u, v]: readonly number[]) =>
    Uint8Array.from([y!, y!, y!, y!, u!, v!], (level) => Math.round(level));

  it.each([
    { name: 'BT.601', matrix: 'smpte170m', weights: BT601, isFull: false, lines: 1080 },
    { name: 'BT.601 of full range', matrix: 'bt470bg', weights: BT601, isFull: true, lines: 1080 },
    { name: 'BT.709 of full range', matrix: 'bt709', weights: BT709, isFull: true, lines: 240 },
    { name: 'unknown with few lines', matrix: null, weights: BT601, isFull: false, lines: 576 },
    { name: 'unknown with many lines', matrix: null, weights: BT709, isFull: false, lines: 720 },
  ])('that are $name become those of BT.709 in limited range', ({ matrix, weights, isFull, lines }) => {
    for (const color of COLORS) {
      const pixels = picture(yuv(color, weights, isFull));
      toBt709(pixels, { width: 2, height: 2 }, { matrix, fullRange: isFull }, lines);
      const wanted = picture(yuv(color, BT709, false));
      for (const [index, level] of pixels.entries()) expect(Math.abs(level - wanted[index]!)).toBeLessThanOrEqual(2);
    }
  });
});
