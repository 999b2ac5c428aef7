import { painterOf } from '../layers/painter-of.js';
import type { PaintedLayer } from './painting-counter.js';

/** Milliseconds to paint anything, however small. */
const MS_EACH = 0.02;
/** Nanoseconds a pixel, as `nsAPixel` of layers: of a background; of clips and masks, whatever the layer is. */
const NS_A_PIXEL = { background: 3, cut: 4 };

/**
 * Estimates the CPU time that Skia takes to paint a layer, ms. Layers of one kind differ by a factor of three from it; it is
 * for the order of layers and for comparing documents.
 */
export function paintingMs({ kind, cause, frames, pixels }: PaintedLayer): number {
  const nsAPixel = kind === 'background' ? NS_A_PIXEL.background : painterOf({ type: kind }).nsAPixel;
  return frames * MS_EACH + (pixels * (cause === 'cut' ? NS_A_PIXEL.cut : nsAPixel)) / 1e6;
}
