import type { PaintedLayer } from './paint-sightings.js';

/** Milliseconds to paint anything, however small. */
const MS_EACH = 0.02;

/**
 * Nanoseconds a pixel. Means over the templates of `npm run bench:templates` in a warm process, on one core of an idle machine
 * (load 0.5, 2026-11-24). They have no Lottie animations, which are taken to be as texts.
 */
const NS_A_PIXEL: Readonly<Record<PaintedLayer['kind'], number>> = {
  background: 3,
  caption: 2,
  chart: 5,
  group: 8,
  image: 9,
  lottie: 10,
  machine_code: 3,
  progress: 3,
  rating: 8,
  shape: 4,
  text: 10,
  video: 17,
};

/** Clips and masks, whatever the layer is. */
const NS_A_PIXEL_CUT = 4;

/**
 * Estimates the CPU time that Skia takes to paint a layer, ms. Layers of one kind differ by a factor of three from it; it is
 * for the order of layers and for comparing documents.
 */
export function paintingMs({ kind, cause, frames, pixels }: PaintedLayer): number {
  const nsAPixel = cause === 'cut' ? NS_A_PIXEL_CUT : NS_A_PIXEL[kind];
  return frames * MS_EACH + (pixels * nsAPixel) / 1e6;
}
