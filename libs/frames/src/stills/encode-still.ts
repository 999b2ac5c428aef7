import { writeRgba } from '#libs/compositor';
import type { Size } from '#libs/document';
import { canvasOf, shownOnCanvas } from './frame-canvas.js';
import { writePng } from './png.js';
import { type Canvas, createCanvas } from '../skia.js';

const QUALITY = 88;

/** Format in which a still is stored. */
export interface StillEncoding {
  readonly format: 'png' | 'webp' | 'jpeg';
  /** Pixels of width to which a wider frame is scaled down. Default: the frame's. */
  readonly width?: number;
  /** 1..100, of WebP and JPEG. Default 88. */
  readonly quality?: number;
}

/** A frame, I420, as a picture of a style. The frame may change once this has returned. */
export function encodeStill(
  frame: Uint8Array,
  { width, height }: Size,
  { format, width: most = width, quality = QUALITY }: StillEncoding,
): Promise<Buffer> {
  const canvas = most < width ? scaledCanvas(frame, { width, height }, most) : canvasOf(frame, width, height);
  return format === 'png' ? writePng(canvas.data(), canvas) : canvas.encode(format, quality);
}

function scaledCanvas(frame: Uint8Array, { width, height }: Size, most: number): Canvas {
  const isHalved = most * 2 <= width;
  const source = isHalved ? halvedCanvas(frame, { width, height }) : canvasOf(frame, width, height);
  const size = { width: most, height: Math.max(1, Math.round((height * most) / width)) };
  if (size.width === source.width && size.height === source.height) return source;
  const target = createCanvas(size.width, size.height);
  const context = target.getContext('2d');
  context.imageSmoothingQuality = 'high';
  context.drawImage(source, 0, 0, size.width, size.height);
  return target;
}

/** A canvas of half the size, each pixel the mean of a cell. */
function halvedCanvas(frame: Uint8Array, { width, height }: Size): Canvas {
  return shownOnCanvas({ width: width >> 1, height: height >> 1 }, (rgba) => {
    writeRgba(frame, { width, height, isHalved: true }, rgba);
  });
}
