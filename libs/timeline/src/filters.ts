import type { Layer } from '#libs/template';
import type { Filters } from './scene.js';

/** What a layer's filters do at this instant; undefined when nothing. `blurPx`: blur that animations add, standard deviation. */
export function filtersOf(layer: Layer, blurPx: number): Filters | undefined {
  const filters: Filters = {
    blur: Math.max(0, (layer.blur ?? 0) + blurPx),
    brightness: Math.max(0, layer.brightness ?? 1),
    contrast: Math.max(0, layer.contrast ?? 1),
    saturation: Math.max(0, layer.saturation ?? 1),
    hueRotate: layer.hue_rotate ?? 0,
  };
  const { blur, brightness, contrast, saturation, hueRotate } = filters;
  const isPlain = blur === 0 && brightness === 1 && contrast === 1 && saturation === 1 && hueRotate % 360 === 0;
  return isPlain ? undefined : filters;
}
