import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { gradeSteps } from './grade-steps.js';

const PLAIN = { brightness: 1, contrast: 1, saturation: 1, hueRotate: 0 };

type Rgb = readonly [number, number, number];

/** BT.709 of red, green and blue of 0..1: luma and chroma centered on 0, in bytes of limited range. */
function toYuv([r, g, b]: Rgb): Rgb {
  const y = 0.2126 * r + 0.7152 * g + 0.0722 * b;
  return [16 + 219 * y, (224 * (b - y)) / 1.8556, (224 * (r - y)) / 1.5748];
}

/** The `hue-rotate` matrix of Filter Effects Level 1. */
function hueRotated([r, g, b]: Rgb, degrees: number): Rgb {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const row = (luma: Rgb, byCos: Rgb, bySin: Rgb): number =>
    [r, g, b].reduce((sum, channel, i) => sum + channel * (luma[i]! + cos * byCos[i]! + sin * bySin[i]!), 0);
  const luma: Rgb = [0.213, 0.715, 0.072];
  return [
    row(luma, [0.787, -0.715, -0.072], [-0.213, -0.715, 0.928]),
    row(luma, [-0.213, 0.285, -0.072], [0.143, 0.14, -0.283]),
    row(luma, [-0.213, -0.715, 0.928], [-0.787, 0.715, 0.072]),
  ];
}

describe('gradeSteps', () => {
  it.each<[string, object, clipped: boolean[]]>([
    ['none where nothing changes', {}, []],
    ['one for filters that darken', { brightness: 0.5, contrast: 0.5, saturation: 0.2 }, [false]],
    ['one, clipped, for a filter that brightens', { brightness: 2 }, [true]],
    ['joins what comes before it', { brightness: 0.5, contrast: 0.7, saturation: 3 }, [true]],
    ['clips before what comes after it', { brightness: 2, contrast: 0.5 }, [true, false]],
    ['clips a turned hue', { hueRotate: 90 }, [true]],
    ['takes whole turns for none', { hueRotate: 720, saturation: 0.5 }, [false]],
  ])('are %s', (_case, filter, clipped) => {
    expect(gradeSteps({ ...PLAIN, ...filter }).map(({ isClipped }) => isClipped)).toEqual(clipped);
  });

  it('leave gray as it is when the hue turns', () => {
    const [step] = gradeSteps({ ...PLAIN, hueRotate: 77 });
    for (const to of [step!.toU, step!.toV]) {
      expect((128 * to.u + 128 * to.v + 255 * to.lift) / 4096).toBeCloseTo(128, 0);
    }
  });

  it('turn the hue as the matrix of CSS does, within a level', () => {
    const channel = fc.double({ min: 0.2, max: 0.8, noNaN: true });
    fc.assert(
      fc.property(fc.tuple(channel, channel, channel), fc.integer({ min: 1, max: 359 }), (rgb, hueRotate) => {
        const [step] = gradeSteps({ ...PLAIN, hueRotate });
        const [, u, v] = toYuv(rgb);
        const expected = toYuv(hueRotated(rgb, hueRotate));
        expect(Math.abs((u * step!.toU.u + v * step!.toU.v) / 4096 - expected[1])).toBeLessThan(1);
        expect(Math.abs((u * step!.toV.u + v * step!.toV.v) / 4096 - expected[2])).toBeLessThan(1);
        expect(Math.abs(toYuv(rgb)[0] - expected[0])).toBeLessThan(0.5);
      }),
    );
  });
});
