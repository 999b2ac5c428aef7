import type { Canvas } from '@napi-rs/canvas';
import { createRequire } from 'node:module';

type Skia = typeof import('@napi-rs/canvas');

// Read by the native module when it loads, so it must be set before: a machine's own fonts never reach pixels.
process.env.DISABLE_SYSTEM_FONTS_LOAD = '1';

/**
 * Skia's canvas. Loaded by `require` at this very point: an import statement would be carried out before the line above,
 * and in Jest even before any module of ours.
 */
const skia = createRequire(import.meta.url)('@napi-rs/canvas') as Skia;

export const { createCanvas, GlobalFonts, ImageData, loadImage, LottieAnimation, StrokeCap, StrokeJoin } = skia;

/** A path with SVG data, measuring and everything canvases draw. */
export const Path = skia.Path2D;
export type Path = InstanceType<Skia['Path2D']>;

export type Image = InstanceType<Skia['Image']>;

export type LottieAnimation = InstanceType<Skia['LottieAnimation']>;

/** Frees the memory of a picture. Canvases on which it was drawn are not affected. */
export function freePicture(picture: Image | Canvas): void {
  if (picture instanceof skia.Image) {
    picture.src = Buffer.alloc(0);
    return;
  }
  picture.width = 1;
  picture.height = 1;
}

/** The memory of the pixels that were taken last. */
let taken: ArrayBuffer | undefined;

/**
 * The premultiplied RGBA bytes of a canvas, which is freed. They are valid until the next call, which frees them.
 *
 * V8 counts canvases and their bytes as its own: left to its collector, they make it search the whole heap for every 64 MB that
 * were painted, and each copy of pixels waits for fresh memory. Together that costs up to ten times as much as painting.
 */
export function takePixels(canvas: Canvas): Uint8Array {
  taken?.transfer(0);
  const pixels = canvas.data();
  taken = pixels.buffer as ArrayBuffer;
  freePicture(canvas);
  return pixels;
}

export type { Canvas, CanvasGradient, CanvasPattern, SKRSContext2D as Context } from '@napi-rs/canvas';
