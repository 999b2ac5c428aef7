import { hash } from 'node:crypto';
import fs from 'node:fs/promises';
import { imageSize } from 'image-size';
import { LRUCache } from 'lru-cache';
import { FrameError } from './frame-error.js';
import { type Image, loadImage } from './skia.js';

/** What image sources may be. SVG is refused: it can name further files and scripts. */
const FORMATS: readonly string[] = ['png', 'jpg', 'webp', 'gif', 'avif'];

/** Decoded size at most: 64 megapixels are 256 MB of pixels. */
const MAX_PIXELS = 64_000_000;

/** Pictures kept for videos to come, by their files' content, up to 64 MB. A renderer often shows the same in video after video. */
const kept = new LRUCache<string, Image>({
  maxSize: 16_000_000,
  sizeCalculation: ({ width, height }) => width * height,
});

/**
 * Reads and decodes an image file; its size is checked before it is decoded.
 *
 * `path` names the layer in errors. Throws FrameError: ASSET_UNSUPPORTED for anything that is no readable PNG, JPEG, WebP,
 * GIF or AVIF, ASSET_TOO_LARGE above 64 megapixels.
 */
export async function readImage(file: string, path: string): Promise<Image> {
  const bytes = await fs.readFile(file);
  const content = hash('sha256', bytes);
  const image = kept.get(content) ?? (await decode(bytes, path));
  kept.set(content, image);
  return image;
}

async function decode(bytes: Buffer, path: string): Promise<Image> {
  const size = sizeOf(bytes);
  if (!size || !FORMATS.includes(size.type ?? '')) {
    throw new FrameError('ASSET_UNSUPPORTED', path, 'the image must be PNG, JPEG, WebP, GIF or AVIF');
  }
  if (size.width * size.height > MAX_PIXELS) {
    const given = `${size.width} × ${size.height}`;
    throw new FrameError('ASSET_TOO_LARGE', path, `the image has ${given} pixels; at most ${MAX_PIXELS} are drawn`);
  }
  try {
    return await loadImage(bytes);
  } catch (cause) {
    throw new FrameError('ASSET_UNSUPPORTED', path, 'the image is damaged and cannot be decoded', { cause });
  }
}

function sizeOf(bytes: Uint8Array): ReturnType<typeof imageSize> | undefined {
  try {
    return imageSize(bytes);
  } catch {
    return undefined;
  }
}
