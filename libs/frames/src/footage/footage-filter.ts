import { type ColorFilter, MOST_FACTOR, mostFiltered, NOTHING, type RasterFilter, type Rect } from '#libs/compositor';
import type { Filters } from '#libs/timeline';
import type { LayerBox } from '../drawing.js';
import type { FootageFit } from './footage-fit.js';

/** A picture in its raster, which is to be filtered. */
interface PictureInRaster {
  readonly fit: FootageFit;
  /** Number of times that the kernel halves it. */
  readonly halvings: number;
  /** Box pixels per raster pixel. */
  readonly unit: { readonly x: number; readonly y: number };
  /** Raster pixels. */
  readonly area: Rect;
  readonly frame: LayerBox;
}

/** Skia's Gaussian ends at three standard deviations. */
const BLUR_REACH = 3;

/** The largest blur that agrees with Skia's at the edges, as a fraction of the shorter side. */
const MOST_BLUR = 1 / 14;

/**
 * The kernel's filter of footage. Undefined where its blur agrees too little with Skia's, the raster is too large to be
 * blurred, or a factor is beyond those that the kernel counts with.
 */
export function footageFilter(
  { filters, box }: { readonly filters: Filters; readonly box: LayerBox },
  picture: PictureInRaster,
): RasterFilter | undefined {
  const colors = colorFilter(filters);
  if (!colors) return undefined;
  const isSharp = filters.blur === 0;
  return isSharp ? { ...colors, blur: 0, box: NOTHING, margin: 0 } : blurred(colors, { filters, box }, picture);
}

/** The filters of colors; undefined if a factor is beyond those that the kernel counts with. */
export function colorFilter({ brightness, contrast, saturation, hueRotate }: Filters): ColorFilter | undefined {
  const isTooStrong = Math.max(brightness, contrast, saturation) > MOST_FACTOR;
  return isTooStrong ? undefined : { brightness, contrast, saturation, hueRotate };
}

function blurred(
  colors: ColorFilter,
  { filters, box }: { readonly filters: Filters; readonly box: LayerBox },
  picture: PictureInRaster,
): RasterFilter | undefined {
  const { fit, halvings, unit, area, frame } = picture;
  const sigma = filters.blur / Math.sqrt(unit.x * unit.y);
  const spread = spreads(filters, { box, fit, unit, reach: BLUR_REACH * sigma });
  if (!spread || (!isWholeHalved(fit, halvings) && spread.includes(0))) return undefined;
  const margin = 4 * Math.ceil(Math.max(0, ...spread.map((by) => by - area.x)) / 4);
  const [left, top, right, bottom] = spread as [number, number, number, number];
  const around = {
    ...{ x: margin + area.x - left, y: margin + area.y - top },
    ...{ width: area.width + left + right, height: area.height + top + bottom },
  };
  const most = mostFiltered(frame);
  const isFilterable = around.width + 2 * area.x <= most.width && around.height + 2 * area.y <= most.height;
  if (!isFilterable || sigma > MOST_BLUR * Math.min(area.width, area.height)) return undefined;
  return { ...colors, blur: sigma, box: around, margin };
}

/** Whether no pixel of a picture's edges is cut off when it is halved. */
export function isWholeHalved({ width, height }: LayerBox, halvings: number): boolean {
  return [width, height].every((side) => side % 2 ** (halvings + 1) === 0);
}

/**
 * Raster pixels over which a blur spreads from the picture to the left, top, right and bottom, even: freely beyond the box,
 * or no further than the box, whose edges then repeat. Undefined if the picture extends beyond the box.
 */
function spreads(
  { edge }: Filters,
  { box, fit, unit, reach }: Pick<PictureInRaster, 'fit' | 'unit'> & { box: LayerBox; reach: number },
): number[] | undefined {
  const { first: place, tiled } = fit.places;
  const gaps = [
    place.x / unit.x,
    place.y / unit.y,
    (box.width - place.x - place.width) / unit.x,
    (box.height - place.y - place.height) / unit.y,
  ];
  if (tiled || gaps.some((gap) => gap < -1e-6)) return undefined;
  return gaps.map((gap) => 2 * Math.ceil((edge === 'duplicate' ? Math.min(reach, gap) : reach) / 2 - 1e-6) + 0);
}
