import { describe, expect, it } from '@jest/globals';
import { createCanvas, type Image, loadImage } from '../skia.js';
import { reducedPicture } from './reduced-picture.js';

/** One-pixel stripes, black and white: grey, seen from far away. */
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
  ] as const)('at $shown is drawn from $reduced', async ({ shown, reduced }) => {
    const { width, height } = reducedPicture(await stripes(1000, 600), shown[0], shown[1]);
    expect([width, height]).toEqual(reduced);
  });

  it('shows the mean of what is finer than a pixel', async () => {
    const [width, height] = [60, 30];
    const canvas = createCanvas(width, height);
    const context = canvas.getContext('2d');
    context.imageSmoothingQuality = 'high';
    context.drawImage(reducedPicture(await stripes(1000, 500), width, height), 0, 0, width, height);
    const { data } = context.getImageData(0, 0, width, height);
    const reds = Array.from({ length: width * height }, (_, i) => data[i * 4]!);
    expect(Math.min(...reds)).toBeGreaterThanOrEqual(124);
    expect(Math.max(...reds)).toBeLessThanOrEqual(132);
  });

  it('is halved once, however often it is drawn', async () => {
    const picture = await stripes(64, 64);
    expect(reducedPicture(picture, 10, 10)).toBe(reducedPicture(picture, 10, 10));
  });
});
