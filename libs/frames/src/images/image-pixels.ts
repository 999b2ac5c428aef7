import { type Canvas, createCanvas, freePicture, type Image } from '../skia.js';
import { halvedSize } from './halvings.js';

/**
 * The decoded pixels of an image, halved a number of times, and further halves on demand, which add a third of the memory at
 * most. Reference-counted: V8 does not know their size and would collect them late.
 */
export class ImagePixels {
  readonly #halves: (Image | Canvas)[];
  #holders = 0;

  /** @param halvings number of times `first` has been halved */
  constructor(
    first: Image | Canvas,
    readonly halvings = 0,
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
    if (times < this.halvings) throw new RangeError(`halved ${this.halvings} times, wanted ${times}`);
    for (let at = this.#halves.length; at <= times - this.halvings; at++) {
      this.#halves[at] = halfOf(this.#halves[at - 1]!);
    }
    return this.#halves[times - this.halvings]!;
  }

  /** Splits off the sizes from `times` halvings on. */
  reduced(times: number): ImagePixels {
    const reduced = this.halved(times);
    this.#halves.length = times - this.halvings;
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
  const { width, height } = halvedSize(picture, 1);
  const half = createCanvas(width, height);
  const context = half.getContext('2d');
  context.imageSmoothingQuality = 'low';
  context.drawImage(picture, 0, 0, width, height);
  return half;
}
