import type { BlurEdge, ResolvedLayer } from '#libs/template';
import type { Filters } from './scene.js';

/**
 * The filters of a layer at this instant; undefined without effect.
 *
 * @param blurPx standard deviation of the blur that animations add
 * @param usualEdge the edge mode of a layer that has none
 */
export function filtersOf(layer: ResolvedLayer, blurPx: number, usualEdge: BlurEdge): Filters | undefined {
  const blurOfAll = Math.max(0, layer.blur + blurPx);
  const filters: Filters = {
    blur: blurOfAll,
    ...(blurOfAll > 0 && (layer.blurEdge ?? usualEdge) === 'duplicate' && { edge: 'duplicate' }),
    brightness: Math.max(0, layer.brightness),
    contrast: Math.max(0, layer.contrast),
    saturation: Math.max(0, layer.saturation),
    hueRotate: layer.hueRotate,
  };
  const { blur, brightness, contrast, saturation, hueRotate } = filters;
  const isPlain = blur === 0 && brightness === 1 && contrast === 1 && saturation === 1 && hueRotate % 360 === 0;
  return isPlain ? undefined : filters;
}
