import type { ResolvedLayer } from '#libs/template';
import type { Filters } from './scene.js';

/**
 * The filters of a layer at this instant; undefined without effect.
 *
 * @param blurPx standard deviation of the blur that animations add
 */
export function filtersOf(layer: ResolvedLayer, blurPx: number): Filters | undefined {
  const filters: Filters = {
    blur: Math.max(0, layer.blur + blurPx),
    brightness: Math.max(0, layer.brightness),
    contrast: Math.max(0, layer.contrast),
    saturation: Math.max(0, layer.saturation),
    hueRotate: layer.hueRotate,
  };
  const { blur, brightness, contrast, saturation, hueRotate } = filters;
  const isPlain = blur === 0 && brightness === 1 && contrast === 1 && saturation === 1 && hueRotate % 360 === 0;
  return isPlain ? undefined : filters;
}
