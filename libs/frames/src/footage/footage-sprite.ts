import { MIN_SCALE, type Rect, type Sprite } from '#libs/compositor';
import type { SceneNode } from '#libs/timeline';
import type { LayerBox } from '../drawing.js';
import { addRoundRect } from '../layers/round-rect.js';
import { rasterize } from '../painter.js';
import type { Context } from '../skia.js';
import { snapToGrid } from '../snap-to-grid.js';
import type { FootageNode, ShownFootage } from './footage-players.js';

/** Transparent pixels around the picture in its raster: even, so that whole chroma cells stay whole, and a border at least. */
const BORDER = 4;

/**
 * A clip for the compositor's fast way: decoded planes go straight into the frame, under a mask painted once. Undefined
 * where Skia has to draw it: turned, mirrored, much reduced, moving inside its box, or in a box that does not fit it.
 */
export function footageSprite(node: SceneNode & FootageNode, { fit, id, pixels }: ShownFootage): Sprite | undefined {
  const { first: place } = fit.places;
  const [a, b, c, d, e, f] = node.matrix;
  const isUpright = Math.abs(b) < 1e-7 && Math.abs(c) < 1e-7 && a > 0 && d > 0;
  if (!fit.isExact || !isUpright || node.picture) return undefined;
  const unit = { x: place.width / fit.width, y: place.height / fit.height };
  const scaleX = near1(a * unit.x);
  const scaleY = near1(d * unit.y);
  if (Math.min(scaleX, scaleY) < MIN_SCALE) return undefined;
  const size = { width: Math.ceil((fit.width + 2 * BORDER) / 8) * 8, height: fit.height + 2 * BORDER };
  const toRaster = [1 / unit.x, 0, 0, 1 / unit.y, BORDER - place.x / unit.x, BORDER - place.y / unit.y] as const;
  return {
    ...size,
    key: node.key,
    // Two layers may show one clip at different pictures: each has a raster of its own.
    raster: `mask of ${node.key} ${node.content} @ ${fit.width}x${fit.height}`,
    at: {
      x: snapToGrid(e + a * place.x - BORDER * scaleX),
      y: snapToGrid(f + d * place.y - BORDER * scaleY),
      scaleX,
      scaleY,
    },
    opacity: node.opacity,
    transient: false,
    dither: false,
    paint: () => rasterize(size, toRaster, (context) => paintMask(context, place, node.box, node.layer.borderRadius)),
    picture: { id, area: { x: BORDER, y: BORDER, width: fit.width, height: fit.height }, pixels: () => pixels },
  };
}

/** White where the picture shows: in its place, inside the box's rounded corners. */
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
