import { describe, expect, it } from '@jest/globals';
import { createCanvas, type Image, loadImage } from '../skia.js';
import { mipLevelFor } from './mip-level.js';
import { ImagePixels } from './image-pixels.js';

/** One-pixel stripes, black and white: gray, seen from far away. */
async function stripes(width: number, height: number): Promise<Image> {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  for (let x = 0; x < width; x++) {
    context.fillStyle = x % 2 ? '#fff' : '#000';
    context.fillRect(x, 0, 1, height);
  }
  return loadImage(canvas.toBuffer('image/png'));
}

describe('a picture shown small', () => {
  it.each([
    { shown: [600, 400], reduced: [1000, 600] },
    { shown: [501, 301], reduced: [1000, 600] },
    { shown: [500, 300], reduced: [500, 300] },
    { shown: [126, 20], reduced: [250, 150] },
    { shown: [0.001, 0.001], reduced: [1, 1] },
  ] as const)('at $shown is drawn from $reduced', async ({ shown: [width, height], reduced }) => {
    const picture = await stripes(1000, 600);
    const drawn = new ImagePixels(picture).halved(mipLevelFor(picture, { width, height }));
    expect([drawn.width, drawn.height]).toEqual(reduced);
  });

  it('shows the mean of what is finer than a pixel', async () => {
    const [width, height] = [60, 30];
    const canvas = createCanvas(width, height);
    const context = canvas.getContext('2d');
    context.imageSmoothingQuality = 'high';
    const picture = await stripes(1000, 500);
    const level = mipLevelFor(picture, { width, height });
    context.drawImage(new ImagePixels(picture).halved(level), 0, 0, width, height);
    const { data } = context.getImageData(0, 0, width, height);
    const reds = Array.from({ length: width * height }, (_, i) => data[i * 4]!);
    expect(Math.min(...reds)).toBeGreaterThanOrEqual(124);
    expect(Math.max(...reds)).toBeLessThanOrEqual(132);
  });

  it('is halved once, however often it is drawn', async () => {
    const pixels = new ImagePixels(await stripes(64, 64));
    expect(pixels.halved(2)).toBe(pixels.halved(2));
  });

  it('is the same halved from a half that was kept, when the whole is gone', async () => {
    const draw = (pixels: ImagePixels): Uint8Array => {
      const canvas = createCanvas(20, 20);
      canvas.getContext('2d').drawImage(pixels.halved(3), 0, 0, 20, 20);
      return Uint8Array.from(canvas.data());
    };
    const [whole, other] = [new ImagePixels(await stripes(201, 99)), new ImagePixels(await stripes(201, 99)).hold()];
    const half = other.reduced(1).hold();
    other.release();
    expect([half.pixels, half.level]).toEqual([101 * 50, 1]);
    expect(draw(half)).toEqual(draw(whole));
    expect(() => half.halved(0)).toThrow(RangeError);
  });
});
