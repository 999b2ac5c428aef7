import { LRUCache } from 'lru-cache';
import type { ImagePixels } from './image-pixels.js';

/** 64 MB. */
const MAX_PIXELS = 16_000_000;

const kept = new LRUCache<string, ImagePixels>({
  maxSize: MAX_PIXELS,
  sizeCalculation: ({ pixels }) => pixels,
  dispose: (pixels) => pixels.release(),
});

/** Caches pixels for later videos: a renderer often shows the same images in many videos. */
export function cachePixels(content: string, pixels: ImagePixels): void {
  if (pixels.pixels <= MAX_PIXELS) kept.set(keyOf(content, pixels.level), pixels.hold());
}

/** Cached pixels of a file's content, halved at most `level` times. */
export function cachedPixels(content: string, level: number): ImagePixels | undefined {
  for (let times = level; times >= 0; times--) {
    const pixels = kept.get(keyOf(content, times));
    if (pixels) return pixels;
  }
  return undefined;
}

function keyOf(content: string, level: number): string {
  return `${content} ${level}`;
}
