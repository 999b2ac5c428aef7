import { describe, expect, it } from '@jest/globals';
import { loadImage, createCanvas } from '../skia.js';
import { FrameSheet } from './frame-sheet.js';

const SIZE = { width: 64, height: 32 };

/** An I420 frame of one luma, in which a block of the left half has another one. */
function frameOf(luma: number, block = luma): Uint8Array {
  const { width, height } = SIZE;
  const frame = new Uint8Array((width * height * 3) / 2).fill(128);
  for (let at = 0; at < width * height; at++) frame[at] = at % width < width / 2 ? block : luma;
  return frame;
}

async function pixelsOf(
  png: Buffer,
): Promise<{ width: number; height: number; at: (x: number, y: number) => number[] }> {
  const picture = await loadImage(png);
  const canvas = createCanvas(picture.width, picture.height);
  const context = canvas.getContext('2d');
  context.drawImage(picture, 0, 0);
  return {
    width: picture.width,
    height: picture.height,
    at: (x, y) => [...context.getImageData(x, y, 1, 1).data].slice(0, 3),
  };
}

describe('a sheet of frames', () => {
  it('has them beside each other, and below each its line', async () => {
    const sheet = new FrameSheet({ count: 4, width: 64, frame: SIZE, hasCaptions: true });
    for (const luma of [16, 90, 160, 235]) sheet.add(frameOf(luma), SIZE, { caption: `${luma}` });
    const { width, height, at } = await pixelsOf(await sheet.encode({ format: 'png' }));
    expect([width, height]).toEqual([2 * 64 + 8, 2 * (32 + 22) + 8]);
    const grays = [at(32, 16), at(104, 16), at(32, 78), at(104, 78)].map(([gray]) => gray!);
    expect(grays).toEqual(grays.toSorted((a, b) => a - b));
    expect([grays[0], grays[3]]).toEqual([0, 255]);
  });

  it('marks exactly the pixels in which two frames differ', async () => {
    const sheet = new FrameSheet({ count: 3, width: 64, frame: SIZE, hasCaptions: true });
    sheet.add(frameOf(60), SIZE);
    sheet.add(frameOf(60, 200), SIZE);
    expect(sheet.addDifference()).toBeCloseTo(0.5, 1);
    const { at } = await pixelsOf(await sheet.encode({ format: 'png' }));
    expect(at(144 + 10, 16)).toEqual([255, 0, 170]);
    const [r, g, b] = at(144 + 54, 16);
    expect([r === g, g === b]).toEqual([true, true]);
  });

  it('has the boxes of layers over a frame, also of those that reach beyond it', async () => {
    const sheet = new FrameSheet({ count: 1, width: 64, frame: SIZE, hasCaptions: false });
    const outlines = [
      { name: 'a name that is longer than the frame is wide', bounds: { x: 20, y: 24, width: 400, height: 400 } },
    ];
    sheet.add(frameOf(16), SIZE, { outlines });
    const { width, height, at } = await pixelsOf(await sheet.encode({ format: 'png' }));
    expect([width, height]).toEqual([64, 32]);
    expect(at(20, 30)).toEqual([255, 59, 107]);
    expect(at(10, 30)).toEqual([0, 0, 0]);
  });
});
