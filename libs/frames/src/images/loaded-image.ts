import type { Size } from '#libs/document';
import type { Canvas, Image } from '../skia.js';
import { mipLevelFor } from './mip-level.js';
import type { ImagePixels } from './image-pixels.js';

/** An image of a video. Its size is always known; its pixels are loaded while a frame shows it. */
export class LoadedImage implements Size {
  #pixels: ImagePixels | undefined;

  /** @param content hash of the file */
  constructor(
    readonly file: string,
    readonly content: string,
    readonly width: number,
    readonly height: number,
  ) {}

  get pixels(): ImagePixels | undefined {
    return this.#pixels;
  }

  /** Replaces the pixels held before. */
  hold(pixels: ImagePixels | undefined): void {
    pixels?.hold();
    this.#pixels?.release();
    this.#pixels = pixels;
  }

  /** The pixels to draw it at a size in device px. `Images.prepare` must have loaded them. */
  shownAt(shown: Size): Image | Canvas {
    if (!this.#pixels) throw new Error(`the image ${this.content} was not prepared for this frame`);
    return this.#pixels.halved(mipLevelFor(this, shown));
  }
}
