import { type CanvasGradient, type CanvasPattern, type Context, createCanvas } from '../skia.js';
import { type Color, formatColor, parseColor } from './css-color.js';
import type { LayerBox } from '../drawing.js';
import { type ResolvedGradient, gradientIn, type Stop } from './css-gradient.js';
import { turnedStops } from './turned-stops.js';
import { withStopsBetween, withStopsBeyond } from './unseen-stops.js';

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

/** Whether something is visible through a paint. */
export function isTranslucent(paint: string, box: LayerBox): boolean {
  const stops = gradientIn(box, paint)?.stops ?? plainStops(paint);
  return stops.some(({ color }) => color.alpha < 1);
}

/** A CSS paint (color or gradient) as a canvas style that fills a box from the context's origin. */
export function paintStyle(context: Context, paint: string, box: LayerBox): CanvasStyle {
  const gradient = gradientIn(box, paint);
  if (!gradient) return formatColor(parseColor(paint));
  if (isElliptic(gradient)) return ellipticStyle(context, gradient, box);
  return gradientStyle(context, gradient);
}

/** Whether a paint is a gradient that no canvas has, and so a picture. */
export function isPictured(paint: string, box: LayerBox): boolean {
  const gradient = gradientIn(box, paint);
  return gradient !== undefined && isElliptic(gradient);
}

/**
 * The same for letters, which have the weight of their shapes in it, whatever the paint. In a paint that is a picture they
 * are up to 7 % bolder.
 */
export function letterStyle(context: Context, paint: string, box: LayerBox): CanvasStyle {
  const gradient = gradientIn(box, paint) ?? { form: 'linear', x0: 0, y0: 0, x1: 1, y1: 0, stops: plainStops(paint) };
  if (isElliptic(gradient)) return ellipticStyle(context, gradient, box);
  return gradientStyle(context, gradient, true);
}

function plainStops(paint: string): Stop[] {
  return [{ at: 0, color: parseColor(paint) }];
}

type EllipticGradient = ResolvedGradient & { form: 'radial' };

function isElliptic(gradient: ResolvedGradient): gradient is EllipticGradient {
  return gradient.form === 'radial' && gradient.rx !== gradient.ry;
}

/** @param isNeutral whether the gradient has unseen stops, for letters */
function gradientStyle(context: Context, gradient: ResolvedGradient, isNeutral = false): CanvasGradient {
  const { form } = gradient;
  if (form === 'conic') {
    // @napi-rs/canvas ignores the start angle and begins at the top, which is -90° for a canvas. So the stops turn.
    const stops = turnedStops(gradient.stops, gradient.from / (2 * Math.PI));
    const conic = context.createConicGradient(-Math.PI / 2, gradient.x, gradient.y);
    return addStops(conic, isNeutral ? withStopsBetween(stops) : stops);
  }
  const { start, end } = range(gradient.stops);
  const own = gradient.stops.map(({ at, color }) => ({ at: (at - start) / (end - start || 1), color }));
  const line = form === 'radial' ? radialLine(gradient, start, end) : linearLine(gradient, start, end);
  const stretch = isNeutral ? Math.max(2, (2 * BEYOND_PX) / line.length) : 1;
  return addStops(line.create(context, stretch), isNeutral ? withStopsBeyond(own, stretch) : own);
}

/** Distance of unseen stops from the end of a gradient, px: beyond every letter. */
const BEYOND_PX = 1e7;

/** The line along which a gradient has its stops. */
interface GradientLine {
  /** Pixels. */
  readonly length: number;
  /** A gradient on the line, or on a line that continues beyond its end, so many times as long. */
  create(context: Context, stretch: number): CanvasGradient;
}

function radialLine({ x, y, rx }: ResolvedGradient & { form: 'radial' }, start: number, end: number): GradientLine {
  const inner = Math.max(0, start * rx);
  const length = Math.max(1e-3, end * rx) - inner;
  return {
    length,
    create: (context, stretch) => context.createRadialGradient(x, y, inner, x, y, inner + length * stretch),
  };
}

function linearLine(
  { x0, y0, x1, y1 }: ResolvedGradient & { form: 'linear' },
  start: number,
  end: number,
): GradientLine {
  const [dx, dy] = [(x1 - x0) * (end - start), (y1 - y0) * (end - start)];
  const [x, y] = [x0 + (x1 - x0) * start, y0 + (y1 - y0) * start];
  return {
    length: Math.max(1e-3, Math.hypot(dx, dy)),
    create: (context, stretch) => context.createLinearGradient(x, y, x + dx * stretch, y + dy * stretch),
  };
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
function ellipticStyle(context: Context, gradient: EllipticGradient, box: LayerBox): CanvasPattern {
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
