import { writeRgba } from '#libs/compositor';
import type { Size } from '#libs/document';
import { type Canvas, createCanvas, ImageData } from '../skia.js';

const JPEG_QUALITY = 88;

/** 1920 × 1080: 8 MB. */
const MAX_SPARE_PIXELS = 2_073_600;

/** A frame as PNG, with the chroma of its half-size planes, as a player shows it. */
export function encodePng(frame: Uint8Array, width: number, height: number): Promise<Buffer> {
  return canvasOf(frame, width, height).encode('png');
}

/** A frame as JPEG, for a poster. The frame may change once this has returned. */
export function encodeJpeg(frame: Uint8Array, width: number, height: number): Promise<Buffer> {
  return canvasOf(frame, width, height).encode('jpeg', JPEG_QUALITY);
}

/** The pixels shown last: fresh memory costs more than the conversion that fills it. */
let spare: InstanceType<typeof ImageData> | undefined;

/** A canvas that shows an I420 picture. */
export function canvasOf(frame: Uint8Array, width: number, height: number): Canvas {
  return shownOnCanvas({ width, height }, (rgba) => {
    writeRgba(frame, { width, height, isHalved: false }, rgba);
  });
}

/** A canvas that shows premultiplied RGBA. */
export function canvasOfRgba(premultiplied: Uint8Array, size: Size): Canvas {
  return shownOnCanvas(size, (rgba) => {
    rgba.set(premultiplied);
    for (let at = 3; at < rgba.length; at += 4) {
      const alpha = rgba[at]!;
      if (alpha === 0 || alpha === 255) continue;
      for (let color = at - 3; color < at; color++) rgba[color] = (255 * rgba[color]!) / alpha;
    }
  });
}

/** A canvas with the RGBA bytes that `write` writes, all of them. */
export function shownOnCanvas({ width, height }: Size, write: (rgba: Uint8ClampedArray) => void): Canvas {
  const pixels = spare?.width === width && spare.height === height ? spare : new ImageData(width, height);
  write(pixels.data);
  const canvas = createCanvas(width, height);
  canvas.getContext('2d').putImageData(pixels, 0, 0);
  spare = width * height <= MAX_SPARE_PIXELS ? pixels : undefined;
  return canvas;
}
