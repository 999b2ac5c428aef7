import { type Canvas, createCanvas, ImageData } from './skia.js';

const JPEG_QUALITY = 88;

/** A frame as PNG, with the chroma of its half-size planes, as a player shows it. */
export function encodePng(frame: Uint8Array, width: number, height: number): Promise<Buffer> {
  return canvasOf(frame, width, height).encode('png');
}

/** A frame as JPEG, for a poster. The frame may change once this has returned. */
export function encodeJpeg(frame: Uint8Array, width: number, height: number): Promise<Buffer> {
  return canvasOf(frame, width, height).encode('jpeg', JPEG_QUALITY);
}

/** A canvas that shows an I420 picture. */
export function canvasOf(frame: Uint8Array, width: number, height: number): Canvas {
  const canvas = createCanvas(width, height);
  canvas.getContext('2d').putImageData(new ImageData(toRgba(frame, width, height), width, height), 0, 0);
  return canvas;
}

/** I420 in BT.709 limited range → opaque RGBA. */
function toRgba(frame: Uint8Array, width: number, height: number): Uint8ClampedArray {
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
