import { describe, expect, it } from '@jest/globals';
import { testVersion } from '#libs/timeline';
import { openFrameRenderer } from './frame-renderer.js';
import { psnr } from './testing/psnr.js';
import {
  BOX,
  colorError,
  HEADLINE,
  PICTURE,
  SIZE,
  type SpecDocument,
  STAR,
  specRenderers,
  timelineOf,
  reduced,
} from './testing/spec-renderers.js';

const renderers = specRenderers();

/** Keyframes from one value at the layer's start to another, its resting value, a second later. */
function keyframed(property: string, from: number, to: number): object {
  return {
    keyframes: {
      [property]: [
        { time: 0, value: from },
        { time: 1, value: to },
      ],
    },
  };
}

/** Mean x of a dark picture on white, px. */
function centerOfInk(frame: Uint8Array): number {
  let [weight, moment] = [0, 0];
  for (let i = 0; i < SIZE.width * SIZE.height; i++) {
    const ink = 235 - frame[i]!;
    weight += ink;
    moment += ink * (i % SIZE.width);
  }
  return moment / weight;
}

describe('colors', () => {
  it('of flat areas are exact to one step: page, shape, image, gradient ends', async () => {
    const renderer = await renderers.render({
      layers: [
        BOX,
        { ...PICTURE, x: 160, y: 30, width: 80, height: 40 },
        { ...BOX, name: 'ramp', x: 0, y: 120, width: 320, fill_color: 'linear-gradient(90deg, #ff0000, #0000ff)' },
      ],
    });
    const frame = (await renderer.render(0)).slice();
    expect(frame).toHaveLength((SIZE.width * SIZE.height * 3) / 2);
    expect(colorError(frame, [10, 10], [255, 255, 255])).toBeLessThanOrEqual(1);
    expect(colorError(frame, [90, 60], [15, 118, 110])).toBeLessThanOrEqual(1);
    expect(colorError(frame, [180, 50], [37, 99, 235])).toBeLessThanOrEqual(1);
    expect(colorError(frame, [220, 50], [226, 176, 74])).toBeLessThanOrEqual(1);
    expect(colorError(frame, [0, 150], [255, 0, 0])).toBeLessThanOrEqual(1);
    expect(colorError(frame, [319, 150], [0, 0, 255])).toBeLessThanOrEqual(1);
  });

  it('of a layer at half opacity lie half way to what is under it', async () => {
    const renderer = await renderers.render({ layers: [{ ...BOX, opacity: 0.5 }] });
    expect(colorError(await renderer.render(0), [90, 60], [135, 187, 183])).toBeLessThanOrEqual(1);
  });

  it('do not bleed out of a layer that starts on an odd pixel', async () => {
    const renderer = await renderers.render({
      layers: [{ ...BOX, x: 41, y: 31, width: 99, height: 59, fill_color: '#ff0000' }],
    });
    const frame = (await renderer.render(0)).slice();
    for (const [x, y] of [
      [39, 60],
      [140, 60],
      [90, 29],
      [90, 90],
    ] as const)
      expect(colorError(frame, [x, y], [255, 255, 255])).toBeLessThanOrEqual(1);
    for (const [x, y] of [
      [42, 60],
      [139, 60],
      [90, 32],
      [90, 89],
    ] as const)
      expect(colorError(frame, [x, y], [255, 0, 0])).toBeLessThanOrEqual(1);
  });

  it('in a PNG still are those of the document', async () => {
    const renderer = await renderers.render({ layers: [BOX] });
    const png = await renderer.png(0);
    expect(png.subarray(1, 4).toString()).toBe('PNG');
  });
});

describe('frames', () => {
  const busy: SpecDocument = {
    pages: [
      {
        ...{ number: 1, duration: 1, background_color: 'linear-gradient(45deg, #102030, #304050)' },
        layers: [
          {
            ...PICTURE,
            keyframes: {
              scale: [
                { time: 0, value: 1 },
                { time: 1, value: 1.2 },
              ],
            },
            anchor_x: 0.5,
            anchor_y: 0.5,
            x: '50%',
            y: '50%',
          },
          { ...HEADLINE, text_color: '#fff', enter: { type: 'slide', direction: 'up' } },
          {
            ...BOX,
            rotation: 30,
            keyframes: {
              rotation: [
                { time: 0, value: 0 },
                { time: 1, value: 90 },
              ],
            },
          },
        ],
      },
      {
        number: 2,
        duration: 1,
        transition: { type: 'fade', duration: 0.5 },
        layers: [{ ...BOX, enter: { type: 'fade' } }, HEADLINE],
      },
    ],
  };

  it('are the same bytes in any order and from any renderer', async () => {
    const forwards = await renderers.render(busy);
    const backwards = await renderers.render(busy);
    const count = timelineOf(busy).frameCount;
    const frames: Uint8Array[] = [];
    for (let n = 0; n < count; n++) frames.push((await forwards.render(n)).slice());
    for (let n = count - 1; n >= 0; n--) expect(Buffer.compare(await backwards.render(n), frames[n]!)).toBe(0);
  });

  it('stay readable during the next three calls', async () => {
    const renderer = await renderers.render(busy);
    const frame = await renderer.render(0);
    const copy = frame.slice();
    await renderer.render(5);
    await renderer.render(10);
    await renderer.png(15);
    expect(Buffer.compare(frame, copy)).toBe(0);
  });

  it('of a resting page cost no painting', async () => {
    const renderer = await renderers.render({ layers: [BOX, HEADLINE] });
    await renderer.render(0);
    const { rastersPainted } = renderer.stats;
    await renderer.render(1);
    expect(renderer.stats).toMatchObject({ rastersPainted, unchangedFrames: 1 });
  });

  it('do not pop where drawing changes hands: from Skia in place to the kernel, from moving to rest, within 45 dB', async () => {
    const resting = await renderers.render({ layers: [{ ...HEADLINE, x: 24.37 }] });
    const atRest = (await resting.render(0)).slice();
    const turning = keyframed('rotation', 0, 45);
    const painted = await renderers.render({ layers: [{ ...HEADLINE, x: 24.37, ...turning }] });
    expect(psnr(atRest, await painted.render(0))).toBeGreaterThan(45);
    const arriving = await renderers.render({ layers: [{ ...HEADLINE, ...keyframed('x', 24.32, 24.37) }] });
    expect(psnr(atRest, await arriving.render(0))).toBeGreaterThan(45);
  });

  it('show a layer at half a pixel from its raster’s grid softened, not shifted', async () => {
    const painted = await renderers.render({ layers: [{ ...STAR, x: 24.5 }] });
    const moving = await renderers.render({ layers: [{ ...STAR, ...keyframed('x', 24.5, 30) }] });
    const exact = (await painted.render(0)).slice();
    const resampled = await moving.render(0);
    expect(psnr(exact, resampled)).toBeGreaterThan(30);
    expect(Math.abs(centerOfInk(exact) - centerOfInk(resampled))).toBeLessThan(0.01);
  });

  it.each(['word', 'letter'])(
    'show text that turns by %s as its shape at eightfold size, within 43.8 dB',
    async (split) => {
      const times = (n: number): SpecDocument => {
        const box = { x: 30 * n, y: 60 * n, width: 260 * n, height: 60 * n, font_size: 24 * n };
        const enter = { type: 'rotate', duration: 1, easing: 'linear', split };
        return {
          width: SIZE.width * n,
          height: SIZE.height * n,
          layers: [{ ...HEADLINE, text: 'Turning words', ...box, enter }],
        };
      };
      const lumaAt = async (document: SpecDocument): Promise<Uint8Array> => {
        const renderer = await renderers.render(document);
        return (await renderer.render(9)).slice(0, renderer.width * renderer.height);
      };
      const truth = reduced(await lumaAt(times(8)), 8);
      expect(psnr(await lumaAt(times(1)), truth)).toBeGreaterThan(43.8);
    },
  );

  it('of a test video show a page’s gradient as the video does, only smaller', async () => {
    const page = { number: 1, duration: 1, background_color: 'linear-gradient(90deg, #ff0000 240px, #0000ff 240px)' };
    const small = testVersion(timelineOf({ width: 640, height: 1080, pages: [page] }));
    const renderer = await openFrameRenderer(small, { image: String, font: String });
    const frame = await renderer.render(0);
    await renderer.close();
    expect([renderer.width, renderer.height]).toEqual([320, 540]);
    // Red is brighter than blue.
    const firstBlue = frame.subarray(0, 320).findIndex((luma) => luma < 48);
    expect(Math.abs(firstBlue - 120)).toBeLessThanOrEqual(1);
  });

  it('cannot be asked for after closing', async () => {
    const renderer = await openFrameRenderer(timelineOf({}), { image: String, font: String });
    await renderer.close();
    await expect(renderer.render(0)).rejects.toThrow('closed');
  });
});
