import type { Size } from '#libs/document';
import type { SceneNode } from '#libs/timeline';
import { LRUCache } from 'lru-cache';
import { FrameError } from '../frame-error.js';
import { hashOf, readBytes } from '../io.js';
import { decodeImage } from './decode-image.js';
import { mipSize, mipLevelFor } from './mip-level.js';
import type { ImagePixels } from './image-pixels.js';
import { type ShownImage, imagesShown, shownSize } from './images-shown.js';
import { cachePixels, cachedPixels } from './pixel-cache.js';
import { LoadedImage } from './loaded-image.js';

/** The images of a video, and their limit. */
export interface ImageStock {
  /** The local path for an address. */
  file(url: string): string;
  /** The place of a node in the document, for errors. */
  pathOf(key: string): string;
  /** Limit for the decoded pixels of all images in a frame. */
  readonly maxPixels: number;
}

/** The size at which a frame needs an image. */
interface Need {
  readonly image: LoadedImage;
  /** Number of times it may be halved for its largest use. */
  readonly level: number;
  readonly path: string;
}

/** Sizes of decoded files by content, so that a known file is measured without decoding. */
const sizes = new LRUCache<string, Size>({ max: 10_000 });

/**
 * The images in view: decoded when a frame shows them, kept at the size they are shown, released afterwards. What a frame needs,
 * and whether it exceeds the limit, depends on its scene alone.
 */
export class Images {
  readonly #loaded = new Map<string, LoadedImage>();
  #shown = new Set<LoadedImage>();

  constructor(private stock: ImageStock) {}

  /** Serves another video, whose addresses that are known have the same files. */
  serve(stock: ImageStock): void {
    this.stock = stock;
  }

  /** An image that {@link prepare} or {@link measure} has loaded. */
  image(url: string): LoadedImage {
    const image = this.#loaded.get(url);
    if (!image) throw new Error(`the image ${url} was not loaded`);
    return image;
  }

  /**
   * Decodes the images of `nodes`, their children and masks, one by one, and releases all others.
   *
   * @throws FrameError ASSET_UNSUPPORTED, or ASSET_TOO_LARGE if they exceed the limit together
   */
  async prepare(nodes: Iterable<SceneNode>): Promise<void> {
    const shown = byAddress(imagesShown(nodes));
    this.#releaseAllBut(new Set(shown.keys()));
    const needs: Need[] = [];
    let pixels = 0;
    for (const [url, uses] of shown) {
      const path = this.stock.pathOf(uses[0]!.key);
      const { image, decoded } = await this.#load(url, path);
      const need = { image, path, level: needOf(image, uses) };
      needs.push(need);
      pixels += pixelsOf(image, need.level);
      try {
        if (pixels > this.stock.maxPixels) throw new FrameError('ASSET_TOO_LARGE', path, this.#tooMany(pixels));
        await hold(need, decoded);
        this.#shown.add(image);
      } finally {
        if (decoded !== image.pixels) decoded?.release();
      }
    }
    const held = needs.reduce((sum, { image }) => sum + image.pixels!.pixels, 0);
    if (held > this.stock.maxPixels) for (const need of needs) reduce(need);
  }

  /**
   * Loads the size of an image; decodes it if it is unknown.
   *
   * @param path names the layer in errors
   * @throws FrameError ASSET_UNSUPPORTED or ASSET_TOO_LARGE
   */
  async measure(url: string, path: string): Promise<void> {
    const { image, decoded } = await this.#load(url, path);
    if (!decoded) return;
    decoded.hold();
    cachePixels(image.content, decoded);
    decoded.release();
  }

  /** The excess of the images of nodes, which must be measured, over the limit: the key of a node, and the reason. */
  excessOf(nodes: Iterable<SceneNode>): { key: string; reason: string } | undefined {
    let pixels = 0;
    for (const [url, uses] of byAddress(imagesShown(nodes))) {
      const image = this.image(url);
      pixels += pixelsOf(image, needOf(image, uses));
      if (pixels > this.stock.maxPixels) return { key: uses[0]!.key, reason: this.#tooMany(pixels) };
    }
    return undefined;
  }

  /** Releases all pixels. */
  close(): void {
    this.#releaseAllBut(new Set());
  }

  #releaseAllBut(urls: ReadonlySet<string>): void {
    for (const [url, image] of this.#loaded) {
      if (urls.has(url) || !this.#shown.delete(image)) continue;
      image.hold(undefined);
    }
  }

  #tooMany(pixels: number): string {
    const sum = `the images shown at once up to this one have ${pixels} pixels at the size they are shown`;
    return `${sum}; at most ${this.stock.maxPixels} are held for a video`;
  }

  async #load(url: string, path: string): Promise<{ image: LoadedImage; decoded?: ImagePixels }> {
    const known = this.#loaded.get(url);
    if (known) return { image: known };
    const file = this.stock.file(url);
    const bytes = await readBytes(file);
    const content = hashOf(bytes);
    const size = sizes.get(content);
    const decoded = size ? undefined : await decodeImage(bytes, path);
    const { width, height } = size ?? decoded!.halved(0);
    sizes.set(content, { width, height });
    const image = new LoadedImage(file, content, width, height);
    this.#loaded.set(url, image);
    return { image, ...(decoded && { decoded }) };
  }
}

function byAddress(images: Iterable<ShownImage>): Map<string, ShownImage[]> {
  const shown = new Map<string, ShownImage[]>();
  for (const image of images) {
    const uses = shown.get(image.layer.sourceUrl);
    if (uses) uses.push(image);
    else shown.set(image.layer.sourceUrl, [image]);
  }
  return shown;
}

function needOf(image: LoadedImage, uses: readonly ShownImage[]): number {
  return Math.min(...uses.map((use) => mipLevelFor(image, shownSize(use, image))));
}

function pixelsOf(image: Size, level: number): number {
  const { width, height } = mipSize(image, level);
  return width * height;
}

/** Loads the pixels that an image needs. Larger ones are kept as they are. */
async function hold({ image, level, path }: Need, decoded?: ImagePixels): Promise<void> {
  if (image.pixels && image.pixels.level <= level) return;
  const kept = cachedPixels(image.content, level);
  if (kept) {
    image.hold(kept);
    return;
  }
  const whole = decoded ?? (await decodeImage(await readBytes(image.file), path));
  const pixels = level === 0 ? whole : whole.reduced(level);
  image.hold(pixels);
  if (pixels !== whole && whole !== decoded) whole.release();
  cachePixels(image.content, pixels);
}

/** Releases sizes larger than needed. */
function reduce({ image, level }: Need): void {
  const pixels = image.pixels!;
  if (pixels.level < level) image.hold(pixels.reduced(level));
}
