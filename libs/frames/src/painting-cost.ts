import type { PaintedLayer } from './paint-sightings.js';

/** CPU ms to paint anything, however small. */
const MS_EACH = 0.05;

/**
 * CPU ns a pixel. Means over the templates of `npm run bench:templates` on one server core (2026-11-24). They have no
 * Lottie animations, which are taken to be as other drawings.
 */
const NS_A_PIXEL: Readonly<Record<PaintedLayer['kind'], number>> = {
  background: 5,
  caption: 12,
  chart: 20,
  group: 25,
  image: 17,
  lottie: 20,
  machine_code: 12,
  progress: 12,
  rating: 12,
  shape: 9,
  text: 24,
  video: 17,
};

/** Clips and masks, whatever the layer is. */
const NS_A_PIXEL_CUT = 6;

/**
 * Estimates the CPU time that Skia takes to paint a layer, ms. Layers of one kind differ by a factor of three from it; it is
 * for the order of layers and for comparing documents.
 */
export function paintingMs({ kind, cause, frames, pixels }: PaintedLayer): number {
  const nsAPixel = cause === 'cut' ? NS_A_PIXEL_CUT : NS_A_PIXEL[kind];
  return frames * MS_EACH + (pixels * nsAPixel) / 1e6;
}
