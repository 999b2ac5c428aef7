import type { Canvas, Image } from '../skia.js';
import { halvingsFor, type PixelSize } from './halvings.js';
import type { ImagePixels } from './image-pixels.js';

/** An image of a video: its size is known for good, its pixels are there while a frame shows it. */
export class LoadedImage implements PixelSize {
  #pixels: ImagePixels | undefined;

  /** @param content names what the file holds */
  constructor(
    readonly file: string,
    readonly content: string,
    readonly width: number,
    readonly height: number,
  ) {}

  get pixels(): ImagePixels | undefined {
    return this.#pixels;
  }

  /** Takes the place of what was held before. */
  hold(pixels: ImagePixels | undefined): void {
    pixels?.hold();
    this.#pixels?.release();
    this.#pixels = pixels;
  }

  /** The pixels to draw it with at a size in device px, which `Images.prepare` has foreseen. */
  shownAt(shown: PixelSize): Image | Canvas {
    if (!this.#pixels) throw new Error(`the image ${this.content} was not prepared for this frame`);
    return this.#pixels.halved(halvingsFor(this, shown));
  }
}
