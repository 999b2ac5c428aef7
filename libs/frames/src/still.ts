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

/** How a still is stored. */
export interface StillStyle {
  readonly format: 'png' | 'webp' | 'jpeg';
  /** Pixels of width to which a wider frame is scaled down. Default: the frame's. */
  readonly width?: number;
  /** 1..100, of WebP and JPEG. Default 88. */
  readonly quality?: number;
}

/** A frame as a picture of a style. The frame may change once this has returned. */
export function encodeStill(
  frame: Uint8Array,
  { width, height }: PictureSize,
  { format, width: most = width, quality = JPEG_QUALITY }: StillStyle,
): Promise<Buffer> {
  const canvas = most < width ? scaledCanvas(frame, { width, height }, most) : canvasOf(frame, width, height);
  return format === 'png' ? canvas.encode('png') : canvas.encode(format, quality);
}

interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** To half the size or less, cells of chroma are converted instead of pixels: a quarter of the work. */
function scaledCanvas(frame: Uint8Array, { width, height }: PictureSize, most: number): Canvas {
  const isHalved = most * 2 <= width;
  const source = isHalved ? halvedCanvas(frame, width, height) : canvasOf(frame, width, height);
  const target = createCanvas(most, Math.max(1, Math.round((height * most) / width)));
  const context = target.getContext('2d');
  context.imageSmoothingQuality = 'high';
  context.drawImage(source, 0, 0, target.width, target.height);
  return target;
}

/** A canvas of half the size, each pixel the mean of a cell. */
function halvedCanvas(frame: Uint8Array, width: number, height: number): Canvas {
  const [columns, rows, luma] = [width >> 1, height >> 1, width * height];
  const cells = new Uint8Array(columns * rows * 3);
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      const at = 2 * y * width + 2 * x;
      const sum = frame[at]! + frame[at + 1]! + frame[at + width]! + frame[at + width + 1]!;
      cells[y * columns + x] = (sum + 2) >> 2;
    }
  }
  cells.set(frame.subarray(luma, luma + 2 * columns * rows), columns * rows);
  return shown(toRgba(cells, { width: columns, height: rows, chromaShift: 0 }), columns, rows);
}

/** A canvas that shows an I420 picture. */
export function canvasOf(frame: Uint8Array, width: number, height: number): Canvas {
  return shown(toRgba(frame, { width, height, chromaShift: 1 }), width, height);
}

function shown(rgba: Uint8ClampedArray, width: number, height: number): Canvas {
  const canvas = createCanvas(width, height);
  canvas.getContext('2d').putImageData(new ImageData(rgba, width, height), 0, 0);
  return canvas;
}

/** Planes in BT.709 limited range → opaque RGBA. `chromaShift` 1: the planes of chroma have half the size. */
function toRgba(
  frame: Uint8Array,
  { width, height, chromaShift }: PictureSize & { chromaShift: number },
): Uint8ClampedArray {
  const rgba = new Uint8ClampedArray(width * height * 4);
  const luma = width * height;
  const columns = width >> chromaShift;
  const chroma = columns * (height >> chromaShift);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const cell = luma + (y >> chromaShift) * columns + (x >> chromaShift);
      const level = (frame[y * width + x]! - 16) * (255 / 219);
      const blue = (frame[cell]! - 128) * (255 / 224);
      const red = (frame[cell + chroma]! - 128) * (255 / 224);
      const out = (y * width + x) * 4;
      rgba[out] = level + 1.5748 * red;
      rgba[out + 1] = level - 0.18732 * blue - 0.46812 * red;
      rgba[out + 2] = level + 1.8556 * blue;
      rgba[out + 3] = 255;
    }
  }
  return rgba;
}
