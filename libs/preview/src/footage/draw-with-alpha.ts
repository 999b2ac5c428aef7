import type { FootageRun } from '#libs/timeline';
import type { VideoSample } from 'mediabunny';

/**
 * Draws a decoded picture that has an alpha at the size of a run.
 *
 * @param pixels become premultiplied RGBA
 * @param shown the size of the footage
 */
export function drawWithAlpha(
  sample: VideoSample,
  { crop, width, height }: FootageRun,
  pixels: Uint8Array,
  shown: { readonly width: number; readonly height: number },
): void {
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })!;
  const part = crop ?? { x: 0, y: 0, width: shown.width, height: shown.height };
  sample.draw(context, part.x, part.y, part.width, part.height, 0, 0, width, height);
  const { data } = context.getImageData(0, 0, width, height);
  for (const [at, level] of data.entries()) {
    pixels[at] = at % 4 === 3 ? level : Math.round((level * data[at | 3]!) / 255);
  }
}
