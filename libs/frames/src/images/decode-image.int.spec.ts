import { crc32, deflateSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { createCanvas, loadImage } from '../skia.js';
import { decodeImage } from './decode-image.js';
import { pictureSize } from './picture-size.js';

type Frame = [left: number, top: number, width: number, height: number];

/** A GIF of two colors. The data of its frames covers one pixel each: decoders take the rest as empty. */
function gif(screen: [width: number, height: number], frames: readonly Frame[]): Uint8Array {
  const words = (...values: number[]): Buffer => Buffer.from(values.flatMap((value) => [value & 255, value >> 8]));
  const head = [Buffer.from('GIF89a'), words(...screen), Buffer.from([0x80, 0, 0, 255, 0, 0, 0, 255, 0])];
  const extension = Buffer.from([0x21, 0xf9, 4, 0, 10, 0, 0, 0]);
  const data = Buffer.from([0x80, 0, 0, 0, 255, 255, 255, 2, 1, 0x44, 0]); // a color table of its own, then a clear code and a 0
  const drawn = frames.flatMap((frame) => [extension, Buffer.from([0x2c]), words(...frame), data]);
  return Buffer.concat([...head, ...drawn, Buffer.from([0x3b])]);
}

const SIDE = 20_000;
const tooLarge = { code: 'ASSET_TOO_LARGE', message: expect.stringContaining(`${SIDE} × ${SIDE}`) };

describe('a picture whose decoder would allocate more than its header says', () => {
  it.each<[string, Frame[]]>([
    ['first frame', [[0, 0, SIDE, SIDE]]],
    [
      'second frame',
      [
        [0, 0, 16, 16],
        [0, 0, SIDE, SIDE],
      ],
    ],
    ['frame far from the corner', [[SIDE - 16, SIDE - 16, 16, 16]]],
  ])('is refused before it is decoded: a GIF by its %s', async (_name, frames) => {
    await expect(decodeImage(gif([16, 16], frames), 'logo')).rejects.toMatchObject(tooLarge);
  });

  it.each<[string, [number, number], Frame]>([
    ['as large as its screen', [64, 48], [0, 0, 64, 48]],
    ['smaller than its screen', [64, 48], [8, 8, 16, 16]],
    ['beyond its screen', [16, 16], [40, 30, 16, 16]],
  ])('is measured as it is decoded: a GIF with a frame %s', async (_name, screen, frame) => {
    const bytes = gif(screen, [frame]);
    const { width, height } = await loadImage(bytes);
    expect(pictureSize(bytes)).toEqual({ format: 'gif', width, height });
  });

  it('is refused by its decoder: a WebP with a small canvas', async () => {
    await expect(decodeImage(webpOnCanvas(16, 2_000), 'logo')).rejects.toMatchObject({ code: 'ASSET_UNSUPPORTED' });
  });

  it('is refused as animated: a PNG with a frame beyond its size', async () => {
    const refusal = { code: 'ASSET_UNSUPPORTED', message: expect.stringContaining('the image is animated') as unknown };
    await expect(decodeImage(animatedPng(16, 2_000), 'logo')).rejects.toMatchObject(refusal);
  });
});

/** A picture of `side` pixels in a container whose canvas has `canvasSide` (WebP container specification, VP8X). */
function webpOnCanvas(canvasSide: number, side: number): Uint8Array {
  const picture = createCanvas(side, side).toBuffer('image/webp');
  const chunkAt = picture.indexOf('VP8 ') >= 0 ? picture.indexOf('VP8 ') : picture.indexOf('VP8L');
  const canvas = Buffer.alloc(18);
  canvas.write('VP8X');
  canvas.writeUInt32LE(10, 4);
  canvas.writeUIntLE(canvasSide - 1, 12, 3);
  canvas.writeUIntLE(canvasSide - 1, 15, 3);
  const content = Buffer.concat([Buffer.from('WEBP'), canvas, picture.subarray(chunkAt)]);
  const head = Buffer.from('RIFF____');
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content]);
}

/** A PNG of `side` pixels whose second frame says that it has `frameSide` (PNG specification, third edition). */
function animatedPng(side: number, frameSide: number): Uint8Array {
  const words = (...values: number[]): Buffer => {
    const bytes = Buffer.alloc(4 * values.length);
    values.forEach((value, index) => bytes.writeUInt32BE(value, 4 * index));
    return bytes;
  };
  const chunk = (type: string, ...content: Buffer[]): Buffer => {
    const body = Buffer.concat([Buffer.from(type), ...content]);
    return Buffer.concat([words(body.length - 4), body, words(crc32(body))]);
  };
  const pixels = (of: number): Buffer => deflateSync(Buffer.alloc(of * (1 + of)));
  const frame = (number: number, of: number): Buffer =>
    chunk('fcTL', words(number, of, of, 0, 0), Buffer.from([0, 1, 0, 10, 0, 0]));
  return Buffer.concat([
    ...[Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]), chunk('IHDR', words(side, side), Buffer.from([8, 0, 0, 0, 0]))],
    ...[chunk('acTL', words(2, 0)), frame(0, side), chunk('IDAT', pixels(side))],
    ...[frame(1, frameSide), chunk('fdAT', words(2), pixels(frameSide)), chunk('IEND')],
  ]);
}
