import { MIN_SCALE, type Rect, type Sprite } from '#libs/compositor';
import type { SceneNode } from '#libs/timeline';
import type { LayerBox } from '../drawing.js';
import { addRoundRect } from '../geometry/round-rect.js';
import { rasterize } from '../rasterize.js';
import type { Context } from '../skia.js';
import { snapToGrid } from '../geometry/snap-to-grid.js';
import { LEAST_SQUARENESS } from '../raster-plan.js';
import type { FootageNode, ShownFootage } from './footage-in-view.js';

/** Transparent pixels around the picture in its raster: even, to keep chroma cells whole. */
const BORDER = 4;

/**
 * The sprite of footage whose decoded planes are copied into the frame, under a mask painted once. Undefined if Skia has to
 * paint the footage: skewed, much reduced, moving inside its box, or in a box of another shape.
 */
export function footageSprite(
  node: SceneNode & FootageNode,
  { fit, id, hasAlpha, pixels }: ShownFootage,
): Sprite | undefined {
  const { first: place } = fit.places;
  const [a, b, c, d, e, f] = node.matrix;
  const isUpright = Math.abs(b) < 1e-7 && Math.abs(c) < 1e-7 && a > 0 && d > 0;
  if (!fit.isExact || node.picture) return undefined;
  const unit = { x: place.width / fit.width, y: place.height / fit.height };
  const [scaleX, scaleY] = [near1(a * unit.x), near1(d * unit.y)];
  const [skewY, skewX] = isUpright ? [0, 0] : [b * unit.x, c * unit.y];
  const sides = [Math.hypot(scaleX, skewY), Math.hypot(skewX, scaleY)] as const;
  if (Math.min(...sides) < MIN_SCALE) return undefined;
  if (Math.abs(scaleX * scaleY - skewX * skewY) < LEAST_SQUARENESS * sides[0] * sides[1]) return undefined;
  const size = { width: Math.ceil((fit.width + 2 * BORDER) / 8) * 8, height: fit.height + 2 * BORDER };
  const toRaster = [1 / unit.x, 0, 0, 1 / unit.y, BORDER - place.x / unit.x, BORDER - place.y / unit.y] as const;
  return {
    ...size,
    key: node.key,
    // Two layers may show different pictures of the same footage, so each has its own raster.
    raster: `mask of ${node.key} ${node.content} @ ${fit.width}x${fit.height}`,
    at: {
      x: snapToGrid(e + a * place.x + c * place.y - BORDER * (scaleX + skewX)),
      y: snapToGrid(f + b * place.x + d * place.y - BORDER * (skewY + scaleY)),
      ...{ scaleX, scaleY },
      ...(!isUpright && { skewX, skewY }),
    },
    opacity: node.opacity,
    transient: false,
    dither: false,
    paint: () => rasterize(size, toRaster, (context) => paintMask(context, place, node.box, node.layer.borderRadius)),
    picture: {
      id,
      area: { x: BORDER, y: BORDER, width: fit.width, height: fit.height },
      hasAlpha,
      pixels: () => pixels,
    },
  };
}

/** Paints the picture's place inside the box's rounded corners white. */
function paintMask(context: Context, place: Rect, box: LayerBox, radius: number): void {
  context.fillStyle = '#ffffff';
  context.beginPath();
  context.rect(place.x, place.y, place.width, place.height);
  context.clip();
  context.beginPath();
  addRoundRect(context, { x: 0, y: 0, ...box }, radius);
  context.fill();
}

function near1(scale: number): number {
  return Math.abs(scale - 1) < 1e-7 ? 1 : scale;
}
