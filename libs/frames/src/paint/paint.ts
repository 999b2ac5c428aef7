import { type CanvasGradient, type CanvasPattern, type Context, createCanvas } from '../skia.js';
import { type Color, formatColor, parseColor } from './css-color.js';
import type { LayerBox } from '../drawing.js';
import { type ResolvedGradient, gradientIn, type Stop } from './css-gradient.js';
import { turnedStops } from './turned-stops.js';

/** A value for fillStyle and strokeStyle of a context. */
export type CanvasStyle = string | CanvasGradient | CanvasPattern;

/** The color of a plain paint; undefined for a gradient. */
export function plainColor(paint: string): Color | undefined {
  return /gradient\(/i.test(paint) ? undefined : parseColor(paint);
}

/** Whether a paint is a gradient. */
export function isGradient(paint: string): boolean {
  return plainColor(paint) === undefined;
}

/** Whether drawing with this paint changes nothing. */
export function isInvisible(paint: string): boolean {
  return plainColor(paint)?.alpha === 0;
}

/** A CSS paint (color or gradient) as a canvas style that fills a box from the context's origin. */
export function paintStyle(context: Context, paint: string, box: LayerBox): CanvasStyle {
  const gradient = gradientIn(box, paint);
  if (!gradient) return formatColor(parseColor(paint));
  if (gradient.form === 'radial' && gradient.rx !== gradient.ry) return ellipticStyle(context, gradient, box);
  return gradientStyle(context, gradient);
}

function gradientStyle(context: Context, gradient: ResolvedGradient): CanvasGradient {
  const { form } = gradient;
  if (form === 'conic') {
    // @napi-rs/canvas ignores the start angle and begins at the top, which is -90° for a canvas. So the stops turn.
    const stops = turnedStops(gradient.stops, gradient.from / (2 * Math.PI));
    return addStops(context.createConicGradient(-Math.PI / 2, gradient.x, gradient.y), stops);
  }
  const { start, end } = range(gradient.stops);
  const stops = gradient.stops.map(({ at, color }) => ({ at: (at - start) / (end - start || 1), color }));
  if (form === 'radial') {
    const { x, y, rx } = gradient;
    return addStops(context.createRadialGradient(x, y, Math.max(0, start * rx), x, y, Math.max(1e-3, end * rx)), stops);
  }
  const { x0, y0, x1, y1 } = gradient;
  const along = (share: number): [number, number] => [x0 + (x1 - x0) * share, y0 + (y1 - y0) * share];
  return addStops(context.createLinearGradient(...along(start), ...along(end)), stops);
}

/** The range of positions that canvas stops must cover; they must be in 0..1. */
function range(stops: readonly Stop[]): { start: number; end: number } {
  return { start: Math.min(0, stops[0]?.at ?? 0), end: Math.max(1, stops.at(-1)?.at ?? 1) };
}

function addStops(gradient: CanvasGradient, stops: readonly Stop[]): CanvasGradient {
  for (const { at, color } of stops) gradient.addColorStop(Math.max(0, Math.min(1, at)), formatColor(color));
  return gradient;
}

/**
 * A canvas has circular gradients only. An elliptic one is painted stretched on a tile, which then becomes the style.
 */
function ellipticStyle(
  context: Context,
  gradient: ResolvedGradient & { form: 'radial' },
  box: LayerBox,
): CanvasPattern {
  const { a, b, c, d } = context.getTransform();
  const density = Math.max(1, Math.hypot(a, b), Math.hypot(c, d));
  const tile = createCanvas(Math.max(1, Math.ceil(box.width * density)), Math.max(1, Math.ceil(box.height * density)));
  const tileContext = tile.getContext('2d');
  const stretch = gradient.rx === 0 ? 1 : gradient.ry / gradient.rx;
  tileContext.scale(density, density);
  tileContext.translate(gradient.x, gradient.y);
  tileContext.scale(1, stretch || 1e-3);
  tileContext.fillStyle = gradientStyle(tileContext, { ...gradient, x: 0, y: 0, ry: gradient.rx });
  tileContext.fillRect(-gradient.x, -gradient.y / (stretch || 1e-3), box.width, box.height / (stretch || 1e-3));
  const pattern = context.createPattern(tile, 'no-repeat');
  pattern.setTransform({ a: 1 / density, b: 0, c: 0, d: 1 / density, e: 0, f: 0 });
  return pattern;
}
