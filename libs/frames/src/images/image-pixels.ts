import { type Canvas, createCanvas, freePicture, type Image } from '../skia.js';
import { mipSize } from './mip-level.js';

/**
 * The decoded pixels of an image, halved a number of times, and further halves on demand, which add a third of the memory at
 * most. Reference-counted: V8 does not know their size and would collect them late.
 */
export class ImagePixels {
  readonly #halves: (Image | Canvas)[];
  #holders = 0;

  /** @param level mip level of `first`: the number of times it has been halved */
  constructor(
    first: Image | Canvas,
    readonly level = 0,
  ) {
    this.#halves = [first];
  }

  /** Pixels of the largest size kept. */
  get pixels(): number {
    const { width, height } = this.#halves[0]!;
    return width * height;
  }

  /** The image halved `times` in total. @throws RangeError for a larger size than is kept */
  halved(times: number): Image | Canvas {
    if (times < this.level) throw new RangeError(`halved ${this.level} times, wanted ${times}`);
    for (let at = this.#halves.length; at <= times - this.level; at++) {
      this.#halves[at] = halfOf(this.#halves[at - 1]!);
    }
    return this.#halves[times - this.level]!;
  }

  /** Splits off the sizes from the mip level `times` on. */
  reduced(times: number): ImagePixels {
    const reduced = this.halved(times);
    this.#halves.length = times - this.level;
    return new ImagePixels(reduced, times);
  }

  hold(): this {
    this.#holders += 1;
    return this;
  }

  /** Frees the pixels when the last holder releases them. */
  release(): void {
    this.#holders -= 1;
    if (this.#holders <= 0) for (const each of this.#halves.splice(0)) freePicture(each);
  }
}

/** Every pixel the mean of four. */
function halfOf(picture: Image | Canvas): Canvas {
  const { width, height } = mipSize(picture, 1);
  const half = createCanvas(width, height);
  const context = half.getContext('2d');
  context.imageSmoothingQuality = 'low';
  context.drawImage(picture, 0, 0, width, height);
  return half;
}
