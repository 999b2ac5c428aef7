// The browser's canvas takes the part of the Skia of servers.
export { LottiePlayer as LottieAnimation } from './lottie-player.js';
export { BrowserPath as Path } from './path.js';
import { smoothClips } from './soft-clips.js';
import { softenEdges } from './soft-edges.js';

const SMALLEST = 1;
/** The only kind of canvas: its pixels are read back, so it is better kept where they can be read. */
const CONTEXT = { willReadFrequently: true } as const;

/** The font of a context as the engine wrote it, and the weight of its variable fonts, which a browser takes from `font`. */
const written = new WeakMap<object, { font: string; weight: string }>();

extend(OffscreenCanvas.prototype, {
  /** The pixels as premultiplied RGBA. */
  data(this: OffscreenCanvas): Uint8ClampedArray {
    const { data } = this.getContext('2d', CONTEXT)!.getImageData(0, 0, this.width, this.height);
    premultiply(data);
    return data;
  },
});

const { prototype } = OffscreenCanvasRenderingContext2D;
const font = Object.getOwnPropertyDescriptor(prototype, 'font')!;
Object.defineProperties(prototype, {
  font: {
    get: font.get,
    set(this: object, value: string) {
      write(this, { font: value, weight: written.get(this)?.weight ?? '400' });
    },
  },
  fontVariationSettings: {
    get(this: object) {
      return `"wght" ${written.get(this)?.weight ?? '400'}`;
    },
    set(this: object, value: string) {
      write(this, { font: written.get(this)?.font ?? '400 10px sans-serif', weight: /\d+/.exec(value)![0] });
    },
  },
});

smoothClips();
softenEdges();

function write(context: object, own: { font: string; weight: string }): void {
  written.set(context, own);
  font.set!.call(context, own.font.replace('400 ', `${own.weight} `));
}

export function createCanvas(width: number, height: number): OffscreenCanvas {
  const canvas = new OffscreenCanvas(Math.max(SMALLEST, width), Math.max(SMALLEST, height));
  canvas.getContext('2d', CONTEXT);
  return canvas;
}

export function loadImage(bytes: Uint8Array<ArrayBuffer>): Promise<ImageBitmap> {
  return createImageBitmap(new Blob([bytes]), { colorSpaceConversion: 'none' });
}

export function freePicture(picture: ImageBitmap | OffscreenCanvas): void {
  if (picture instanceof ImageBitmap) picture.close();
  else picture.width = picture.height = SMALLEST;
}

export function takePixels(canvas: { data(): Uint8Array }): Uint8Array {
  return canvas.data();
}

export const StrokeCap = { Butt: 0, Round: 1, Square: 2 };
export const StrokeJoin = { Miter: 0, Round: 1, Bevel: 2 };
export const { ImageData } = globalThis;

function extend(target: object, methods: Readonly<Record<string, unknown>>): void {
  Object.assign(target, methods);
}

function premultiply(rgba: Uint8ClampedArray): void {
  for (let at = 3; at < rgba.length; at += 4) {
    const alpha = rgba[at]!;
    if (alpha === 255) continue;
    rgba[at - 3] = (rgba[at - 3]! * alpha) / 255;
    rgba[at - 2] = (rgba[at - 2]! * alpha) / 255;
    rgba[at - 1] = (rgba[at - 1]! * alpha) / 255;
  }
}
