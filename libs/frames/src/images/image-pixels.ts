import { type Canvas, createCanvas, Image } from '../skia.js';
import { halvedSize } from './halvings.js';

/**
 * The decoded pixels of a picture, halved so often, and further halves as far as somebody asked for: a third of the memory at
 * most. They are freed when nobody holds them any more: V8 knows nothing of their size and would collect them late.
 */
export class ImagePixels {
  readonly #halves: (Image | Canvas)[];
  #holders = 0;

  /** @param halvings how often `first` was halved already */
  constructor(
    first: Image | Canvas,
    readonly halvings = 0,
  ) {
    this.#halves = [first];
  }

  /** Of the first: what is kept of the picture. */
  get pixels(): number {
    const { width, height } = this.#halves[0]!;
    return width * height;
  }

  /** The picture halved so often in all. Throws RangeError where more of it would be needed than is kept. */
  halved(times: number): Image | Canvas {
    if (times < this.halvings) throw new RangeError(`halved ${this.halvings} times, wanted ${times}`);
    for (let at = this.#halves.length; at <= times - this.halvings; at++) {
      this.#halves[at] = halfOf(this.#halves[at - 1]!);
    }
    return this.#halves[times - this.halvings]!;
  }

  /** Pixels of their own that begin with the picture halved so often. */
  reduced(times: number): ImagePixels {
    const reduced = this.halved(times);
    this.#halves.length = times - this.halvings;
    return new ImagePixels(reduced, times);
  }

  hold(): this {
    this.#holders += 1;
    return this;
  }

  /** Frees the pixels when it was the last who held them. */
  release(): void {
    this.#holders -= 1;
    if (this.#holders <= 0) for (const each of this.#halves.splice(0)) free(each);
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

/** What was drawn from it meanwhile is not touched. */
function free(picture: Image | Canvas): void {
  if (picture instanceof Image) {
    picture.src = Buffer.alloc(0);
    return;
  }
  picture.width = 1;
  picture.height = 1;
}
