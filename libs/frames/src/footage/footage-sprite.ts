import { IDENTITY } from '#libs/document';
import {
  type BoxMask,
  halvedSide,
  MIN_SCALE,
  MOST_HALVINGS,
  type MovingPicture,
  type Rect,
  type Sprite,
} from '#libs/compositor';
import type { SceneNode } from '#libs/timeline';
import { boxInFrame, boxMask } from '../geometry/box-mask.js';
import type { LayerBox } from '../drawing.js';
import { addRoundRect } from '../geometry/round-rect.js';
import { rasterize } from '../rasterize.js';
import type { Context } from '../skia.js';
import { snapToGrid } from '../geometry/snap-to-grid.js';
import { LEAST_SQUARENESS } from '../raster-plan.js';
import { footageFilter, isWholeHalved } from './footage-filter.js';
import type { FootageFit } from './footage-fit.js';
import type { FootageNode, ShownFootage } from './shown-footage.js';

/** Transparent pixels around the picture in its raster: even, to keep chroma cells whole. */
const BORDER = 4;

/** Least side of a picture that is worth halving, pixels. */
const LEAST_SIDE = 4;

/** A raster with more pixels, or of a longer picture, is not worth keeping. */
const MAX_RASTER_PIXELS = 16_000_000;
const MAX_SIDE = 16_384;

/**
 * The sprite of footage whose decoded planes are copied into the frame, filtered, under a mask that is painted once for each
 * size of its box. A picture that is shown below half of its size is halved. Undefined if Skia has to paint the footage:
 * skewed, tiny, huge, or with filters that the kernel does not have.
 */
export function footageSprite(node: SceneNode & FootageNode, shown: ShownFootage, frame: LayerBox): Sprite | undefined {
  const { fit, id, hasAlpha, pixels } = shown;
  const placed = placedOf(node, fit);
  if (!placed) return undefined;
  const { width, height, halvings, unit, matrix } = placed;
  const { places } = fit;
  // The kernel converts pictures with an alpha at their size only.
  if (hasAlpha && (halvings > 0 || places.tiled || node.filters)) return undefined;
  const area = { x: BORDER, y: BORDER, width, height };
  const painted = { width: Math.ceil((width + 2 * BORDER) / 8) * 8, height: height + 2 * BORDER };
  const isHuge = painted.width * painted.height > MAX_RASTER_PIXELS || Math.max(fit.width, fit.height) > MAX_SIDE;
  if (isHuge) return undefined;
  const filter =
    node.filters && footageFilter({ ...node, filters: node.filters }, { fit, halvings, unit, area, frame });
  if (node.filters && !filter) return undefined;
  const margin = filter?.margin ?? 0;
  const [scaleX, skewY, skewX, scaleY, x, y] = matrix;
  const beside = BORDER + margin;
  return {
    ...{ width: painted.width + 2 * margin, height: painted.height + 2 * margin },
    key: node.key,
    ...maskOf(node, { fit, placed, painted }, frame),
    at: {
      x: snapToGrid(x - beside * (scaleX + skewX)),
      y: snapToGrid(y - beside * (skewY + scaleY)),
      ...{ scaleX, scaleY },
      ...((skewX !== 0 || skewY !== 0 || scaleX < 0 || scaleY < 0) && { skewX, skewY }),
    },
    opacity: node.opacity,
    dither: false,
    ...(filter && { filter }),
    picture: { id, area, ...{ width: fit.width, height: fit.height, halvings }, hasAlpha, pixels: () => pixels },
  };
}

/** A decoded picture in the frame, or several beside each other, as often halved as they are shown smaller. */
interface PlacedPicture extends Pick<MovingPicture, 'width' | 'height' | 'halvings'> {
  /** Box pixels per pixel of it. */
  readonly unit: { readonly x: number; readonly y: number };
  /** Its px → frame px. Without skews it is upright. */
  readonly matrix: readonly [scaleX: number, skewY: number, skewX: number, scaleY: number, x: number, y: number];
}

function placedOf({ matrix }: FootageNode & Pick<SceneNode, 'matrix'>, fit: FootageFit): PlacedPicture | undefined {
  const [a, b, c, d, e, f] = matrix;
  const { first, tiled = first } = fit.places;
  const isUpright = Math.abs(b) < 1e-7 && Math.abs(c) < 1e-7 && a > 0 && d > 0;
  const [skew, turn] = isUpright ? [0, 0] : [b, c];
  const own = { x: first.width / fit.width, y: first.height / fit.height };
  const sides = [Math.hypot(a, skew) * own.x, Math.hypot(turn, d) * own.y] as const;
  if (Math.abs(a * d - skew * turn) * own.x * own.y < LEAST_SQUARENESS * sides[0] * sides[1]) return undefined;
  const halvings = Math.max(0, Math.ceil(Math.log2(MIN_SCALE / Math.min(...sides)) - 1e-9));
  if (halvings > MOST_HALVINGS || Math.min(fit.width, fit.height) / 2 ** halvings < LEAST_SIDE) return undefined;
  if (tiled !== first && !isWholeHalved(fit, halvings)) return undefined;
  const unit = { x: own.x * 2 ** halvings, y: own.y * 2 ** halvings };
  const tiles = { across: Math.round(tiled.width / first.width), down: Math.round(tiled.height / first.height) };
  return {
    ...{ width: tiles.across * halvedSide(fit.width, halvings), height: tiles.down * halvedSide(fit.height, halvings) },
    ...{ halvings, unit },
    matrix: [
      ...([near1(a * unit.x), skew * unit.x, turn * unit.y, near1(d * unit.y)] as const),
      ...([e + a * tiled.x + c * tiled.y, f + b * tiled.x + d * tiled.y] as const),
    ],
  };
}

/**
 * The box of footage that changes its size: the picture is placed as a whole, and the kernel cuts it to the box. Undefined where
 * it cannot, and where the picture is repeated or blurred in its box.
 */
function resizedBox(node: SceneNode & FootageNode, { places }: FootageFit): BoxMask['box'] | undefined {
  if (!node.layer.isResizing || places.tiled || node.filters?.blur) return undefined;
  return boxInFrame(node, node.layer.borderRadius);
}

/** The raster of the picture's mask: its place in its box. In a box that changes its size it is the picture's own, cut there. */
function maskOf(
  node: SceneNode & FootageNode,
  { fit, placed, painted }: { fit: FootageFit; placed: PlacedPicture; painted: LayerBox },
  frame: LayerBox,
): Pick<Sprite, 'raster' | 'transient' | 'paint' | 'mask'> {
  const { unit, halvings } = placed;
  const covered = fit.places.tiled ?? fit.places.first;
  const cut = resizedBox(node, fit);
  // Two layers may show different pictures of the same footage, so each has its own raster.
  const name = (content: string): string =>
    `mask of ${node.key} ${content} @ ${fit.width}x${fit.height} / ${2 ** halvings}`;
  if (cut) {
    const whole = { x: BORDER, y: BORDER, width: fit.width / 2 ** halvings, height: fit.height / 2 ** halvings };
    const paint = (): Uint8Array => rasterize(painted, IDENTITY, (context) => fillWhite(context, whole));
    return { raster: name('picture'), transient: false, paint, mask: boxMask(cut, frame) };
  }
  const toRaster = [1 / unit.x, 0, 0, 1 / unit.y, BORDER - covered.x / unit.x, BORDER - covered.y / unit.y] as const;
  return {
    ...{ raster: name(node.content), transient: node.layer.isResizing },
    paint: () => rasterize(painted, toRaster, (context) => paintMask(context, covered, node)),
  };
}

function fillWhite(context: Context, { x, y, width, height }: Rect): void {
  context.fillStyle = '#ffffff';
  context.fillRect(x, y, width, height);
}

/** Paints the place of the pictures inside the box's rounded corners white. */
function paintMask(context: Context, { x, y, width, height }: Rect, { box, layer }: FootageNode): void {
  context.fillStyle = '#ffffff';
  context.beginPath();
  context.rect(x, y, width, height);
  context.clip();
  context.beginPath();
  addRoundRect(context, { x: 0, y: 0, ...box }, layer.borderRadius);
  context.fill();
}

function near1(scale: number): number {
  return Math.abs(scale - 1) < 1e-7 ? 1 : scale;
}
