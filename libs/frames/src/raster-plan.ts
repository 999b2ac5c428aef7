import { boundsOfRect, IDENTITY, invert, type Matrix, multiply } from '#libs/document';
import { alignEven, intersect, isEmpty, MIN_SCALE, type Placement, type Rect } from '#libs/compositor';
import { grown, roundedMatrix } from './geometry/matrix.js';
import { snapToGrid } from './geometry/snap-to-grid.js';

/** The raster that Skia paints of a layer, and the place at which the kernel shows it. */
export interface RasterPlan {
  /** Identifies the raster among those of one content: equal ids and equal content give equal pixels. */
  readonly id: string;
  /** Raster px: width a multiple of 8, height even. */
  readonly width: number;
  readonly height: number;
  /** Local px → raster px, for the painter. */
  readonly matrix: Matrix;
  readonly at: Placement;
  /**
   * The reason why it is painted for this position only, so that later frames are unlikely to use it; absent: the
   * raster serves many frames.
   */
  readonly only?: RepaintCause;
}

/**
 * Reasons why a raster serves one frame only: the layer is skewed, thin as a line, or upright while it rests turned
 * (`turned`), looks different in every frame (`changing`), or would need a raster that is too large to keep (`large`).
 */
export type RepaintCause = 'turned' | 'changing' | 'large';

/** The input of a plan: geometry only, not earlier frames. */
export interface Placeable {
  /** Local → frame px, now. */
  readonly matrix: Matrix;
  /** Local → frame px, at rest. */
  readonly rest: Matrix;
  /** The area that painting can touch, local px. */
  readonly ink: Rect;
  /** Whether it looks different in every frame, so that a raster of all of it would be wasted. */
  readonly isRestless?: boolean;
}

/** Larger rasters are not cached (16 Mpx take 44 MB): their visible part is painted for every frame. */
const MAX_RASTER_PIXELS = 16_000_000;
const MAX_RASTER_SIDE = 16_384;

/** A raster of a turned layer is painted twice as dense as it is shown as long as it is not larger. */
const MAX_DENSE_PIXELS = 4_000_000;

/** The least cosine of the skew of a turned layer: the kernel mixes four neighbors only. */
export const LEAST_SQUARENESS = 0.8;

/** The least scale of a layer's side at which it is worth a raster. */
const LEAST_SHOWN = 0.01;

/** The skew of rasters that are turned: Skia moves upright texts to the nearest whole pixel, others stay where they are. */
const TRACE = 1e-3;

/** Transparent px around a raster: resampling mixes neighbors and must find nothing beyond the edge. */
const BORDER = 2;

/**
 * Decides how a layer is drawn. Undefined when none of it can be seen.
 *
 * As long as the layer is only moved and scaled against its resting place it is painted once, for that place, and the
 * kernel does the rest; at rest the raster is used as it is. A layer that is turned or mirrored is painted once as well,
 * upright, and the kernel turns it. Where it is skewed, when it looks different at every frame, and when the raster would
 * be huge, Skia paints the visible part for this very position.
 */
export function planRaster(layer: Placeable, frame: { width: number; height: number }): RasterPlan | undefined {
  const bounds = { x: 0, y: 0, ...frame };
  if (isEmpty(intersect(alignEven(boundsOfRect(layer.matrix, layer.ink)), bounds))) return undefined;
  const moved = layer.isRestless ? 'changing' : (planMoved(layer) ?? planTurned(layer));
  return typeof moved === 'string' ? planPainted(layer, bounds, moved) : moved;
}

/** The plan of a layer that moves or grows; undefined under any other motion. */
function planMoved({ matrix, rest, ink }: Placeable): RasterPlan | RepaintCause | undefined {
  const motion = motionFrom(rest, matrix);
  if (!motion) return undefined;
  const densityX = rasterDensity(motion.scaleX);
  const densityY = rasterDensity(motion.scaleY);
  const painted = multiply([densityX, 0, 0, densityY, 0, 0], rest);
  const area = rasterArea(boundsOfRect(painted, ink));
  if (isLarge(area)) return 'large';
  const scaleX = motion.scaleX / densityX;
  const scaleY = motion.scaleY / densityY;
  return {
    ...rasterOf(painted, area),
    at: { x: snapToGrid(area.x * scaleX + motion.x), y: snapToGrid(area.y * scaleY + motion.y), scaleX, scaleY },
  };
}

function isLarge({ width, height }: Rect): boolean {
  return width * height > MAX_RASTER_PIXELS || Math.max(width, height) > MAX_RASTER_SIDE;
}

/** A layer that is upright at the moment, and turned at rest, looks as one that is always upright: Skia paints it for its place. */
function planTurned({ matrix, rest, ink }: Placeable): RasterPlan | RepaintCause {
  if (motionFrom(IDENTITY, matrix)) return 'turned';
  const density = turnedDensity({ matrix, rest }, ink);
  if (!density) return 'turned';
  const painted: Matrix = [density.x, TRACE * density.x, 0, density.y, 0, 0];
  const area = rasterArea(boundsOfRect(painted, ink));
  if (isLarge(area)) return 'large';
  const raster = rasterOf(painted, area);
  const inward = invert(raster.matrix);
  if (!inward) return 'turned';
  const [scaleX, skewY, skewX, scaleY, x, y] = multiply(matrix, inward);
  return { ...raster, at: { x: snapToGrid(x), y: snapToGrid(y), scaleX, scaleY, skewX, skewY } };
}

/**
 * Raster px per local px of a turned layer: those of its place at rest times a power of two, so that few rasters serve a layer
 * that grows as it turns. Undefined if it is too thin or skewed for the kernel.
 */
function turnedDensity({ matrix, rest }: Pick<Placeable, 'matrix' | 'rest'>, ink?: Rect): Density | undefined {
  const [shown, settled] = [sidesOf(matrix), sidesOf(rest)];
  const [a, b, c, d] = matrix;
  const isThin = Math.min(shown.x, shown.y, settled.x, settled.y) < LEAST_SHOWN;
  if (isThin || Math.abs(a * d - b * c) < LEAST_SQUARENESS * shown.x * shown.y) return undefined;
  const dense = {
    x: settled.x * denseFor(shown.x / settled.x),
    y: settled.y * denseFor(shown.y / settled.y),
  };
  const isTooDense = ink && ink.width * dense.x * ink.height * dense.y > MAX_DENSE_PIXELS;
  return isTooDense ? { x: dense.x / 2, y: dense.y / 2 } : dense;
}

interface Density {
  readonly x: number;
  readonly y: number;
}

/** The lengths that a matrix gives to a local px across and one down. */
function sidesOf([a, b, c, d]: Matrix): Density {
  return { x: Math.hypot(a, b), y: Math.hypot(c, d) };
}

/** Density of the raster of a turned layer over that at rest: the kernel then scales it by 0.46 to 0.92. */
function denseFor(scale: number): number {
  return 2 ** Math.ceil(Math.log2(scale / 0.92));
}

/**
 * Most raster px with which a frame px may be painted, across and down: as much as the raster of a layer that moves is
 * denser than the frame, and never less than one.
 */
export function densityOverFrame({ matrix, rest }: Pick<Placeable, 'matrix' | 'rest'>): Density {
  const motion = motionFrom(rest, matrix);
  const over = (scale: number): number => Math.max(1, rasterDensity(scale) / scale);
  if (motion) return { x: over(motion.scaleX), y: over(motion.scaleY) };
  const dense = turnedDensity({ matrix, rest });
  if (!dense) return { x: 1, y: 1 };
  const shown = sidesOf(matrix);
  return { x: Math.max(1, dense.x / shown.x), y: Math.max(1, dense.y / shown.y) };
}

function planPainted({ matrix, ink }: Placeable, bounds: Rect, only: RepaintCause): RasterPlan | undefined {
  const seen = intersect(alignEven(boundsOfRect(matrix, ink)), bounds);
  if (isEmpty(seen)) return undefined;
  return {
    ...rasterOf(matrix, seen),
    at: { x: seen.x, y: seen.y, scaleX: 1, scaleY: 1 },
    only,
  };
}

/**
 * The raster of an area, painted with a matrix. Its id contains all facts on which its pixels depend, except the
 * content.
 */
function rasterOf(painted: Matrix, area: Rect): Pick<RasterPlan, 'id' | 'width' | 'height' | 'matrix'> {
  const matrix = roundedMatrix(multiply([1, 0, 0, 1, -area.x, -area.y], painted));
  const width = Math.ceil(area.width / 8) * 8;
  return { id: `${matrix.join(' ')} ${width}x${area.height}`, width, height: area.height, matrix };
}

interface Motion {
  readonly x: number;
  readonly y: number;
  readonly scaleX: number;
  readonly scaleY: number;
}

/** The move and scale that carries `rest` to `matrix`, x' = x + scaleX · x; undefined when there is more to it. */
function motionFrom(rest: Matrix, matrix: Matrix): Motion | undefined {
  const inverse = invert(rest);
  if (!inverse) return undefined;
  const [a, b, c, d, e, f] = multiply(matrix, inverse);
  // 1e-7 of a 16k raster is well under a hundredth of a pixel.
  const isPlain = Math.abs(b) < 1e-7 && Math.abs(c) < 1e-7 && a > 1e-3 && d > 1e-3;
  if (!isPlain) return undefined;
  const near1 = (scale: number): number => (Math.abs(scale - 1) < 1e-7 ? 1 : scale);
  return { x: e, y: f, scaleX: near1(a), scaleY: near1(d) };
}

/**
 * Density of the raster over that at rest, a power of two: the kernel then scales by 0.625 to 1.25, where mixing two
 * neighbors neither skips pixels nor looks soft.
 */
function rasterDensity(scale: number): number {
  return 2 ** Math.ceil(Math.log2(scale / (2 * MIN_SCALE * 1.25)));
}

function rasterArea(ink: Rect): Rect {
  return alignEven(grown(ink, BORDER));
}
