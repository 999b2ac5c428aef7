import { describe, expect, it } from '@jest/globals';
import { writePng } from './png.js';
import { createCanvas, loadImage } from '../skia.js';

describe('a PNG file', () => {
  it.each([
    [1, 1],
    [37, 23],
    [640, 360],
  ])('of %s × %s pixels has the pixels that were written', async (width, height) => {
    const rgba = Uint8Array.from({ length: width * height * 4 }, (_, i) => (i % 4 === 3 ? 255 : (i * 7919) >> 5));
    const picture = await loadImage(await writePng(rgba, { width, height }));
    expect([picture.width, picture.height]).toEqual([width, height]);
    const canvas = createCanvas(width, height);
    canvas.getContext('2d').drawImage(picture, 0, 0);
    expect(Buffer.compare(canvas.data(), rgba)).toBe(0);
  });
});
