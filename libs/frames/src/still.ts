import { createCanvas, ImageData } from './skia.js';

/** A frame as PNG: what a player shows, so chroma comes from the frame's own half-size planes. */
export function encodePng(frame: Uint8Array, width: number, height: number): Promise<Buffer> {
  const canvas = createCanvas(width, height);
  canvas.getContext('2d').putImageData(new ImageData(toRgba(frame, width, height), width, height), 0, 0);
  return canvas.encode('png');
}

/** I420 in BT.709 limited range → opaque RGBA. */
export function toRgba(frame: Uint8Array, width: number, height: number): Uint8ClampedArray {
  const rgba = new Uint8ClampedArray(width * height * 4);
  const luma = width * height;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const cell = luma + (y >> 1) * (width >> 1) + (x >> 1);
      const level = (frame[y * width + x]! - 16) * (255 / 219);
      const blue = (frame[cell]! - 128) * (255 / 224);
      const red = (frame[cell + luma / 4]! - 128) * (255 / 224);
      const out = (y * width + x) * 4;
      rgba[out] = level + 1.5748 * red;
      rgba[out + 1] = level - 0.18732 * blue - 0.46812 * red;
      rgba[out + 2] = level + 1.8556 * blue;
      rgba[out + 3] = 255;
    }
  }
  return rgba;
}
