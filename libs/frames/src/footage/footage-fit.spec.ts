import { describe, expect, it } from '@jest/globals';
import type { Matrix } from '#libs/document';
import { fitFootage, type FittedLayer } from './footage-fit.js';
import type { FootageSource } from './footage-source.js';

const FRAME = { width: 1920, height: 1080 };
const PLAIN = { type: 'video', imageSize: 'cover', position: 'center center', isResizing: false, leastBlur: 0 };

interface Shown {
  readonly source?: readonly [width: number, height: number];
  readonly box?: readonly [width: number, height: number];
  readonly scale?: number;
  readonly scaleShare?: number;
  readonly leastBlur?: number;
}

function fitOf({ source = FHD, box = FHD, scale = 1, scaleShare, leastBlur = 0 }: Shown): unknown {
  const node = {
    layer: { ...PLAIN, leastBlur } as unknown as FittedLayer['layer'],
    box: { width: box[0], height: box[1] },
    rest: [scale, 0, 0, scale, 0, 0] as Matrix,
    ...(scaleShare !== undefined && { scaleShare }),
  };
  const { width, height, byMeans } = fitFootage(node, { width: source[0], height: source[1] } as FootageSource, FRAME)!;
  return byMeans ? [width, height, 'by means'] : [width, height];
}

const FHD = [1920, 1080] as const;
const UHD = [3840, 2160] as const;
const SD = [720, 480] as const;

describe('fitFootage decodes', () => {
  it.each<[string, Shown, unknown[]]>([
    ['the size in the frame', { source: UHD }, [1920, 1080]],
    ['a small source enlarged, in a layer that does not scale', { source: SD }, [1920, 1080]],
    ['no more than the source has, in a layer that does', { source: SD, scaleShare: 1 }, [720, 406]],
    ['the same while it is shown smaller', { source: SD, scale: 3, box: [636, 356], scaleShare: 1 / 3 }, [720, 404]],
    ['no more than the source in any frame', { source: SD, scale: 3, box: [636, 356], scaleShare: 1 }, [720, 404]],
    ['all of what is shown above half of its size', { source: UHD, scaleShare: 0.51 }, [1920, 1080]],
    ['half of what is shown at half of its size', { source: UHD, scaleShare: 0.5 }, [960, 540, 'by means']],
    ['a quarter of what is shown at a fifth of its size', { source: UHD, scaleShare: 0.2 }, [480, 270, 'by means']],
    ['all of what is a little blurred', { leastBlur: 7 }, [1920, 1080]],
    ['half of what is blurred', { leastBlur: 8 }, [960, 540, 'by means']],
    ['a quarter of what is blurred more', { leastBlur: 18 }, [480, 270, 'by means']],
    ['a 16th of what is no more than colors', { leastBlur: 500 }, [120, 68, 'by means']],
    ['a blurred small source not enlarged as much', { source: SD, leastBlur: 8 }, [960, 540]],
  ])('%s', (_case, shown, expected) => {
    expect(fitOf(shown)).toEqual(expected);
  });
});
