import type { Rect } from '#libs/document';
import type { ImageEffect } from '#libs/template';
import { paintArea } from '../paint/paint-area.js';
import { type Canvas, type Context, createCanvas } from '../skia.js';
import { addNoise, type EffectPixels, pixelateBlocks, squiggle } from './pixel-effects.js';

/** Steps of an effect, carried out in this order. */
interface EffectSteps {
  /** Filter functions of a canvas. */
  readonly colors?: string;
  /** Standard deviation of a Gaussian, in parts of the picture's shorter side. */
  readonly blur?: number;
  /** Edge of square blocks, likewise. */
  readonly block?: number;
  readonly pixels?: (pixels: EffectPixels) => void;
}

const BLUR = { 1: 1 / 150, 2: 1 / 60, 3: 1 / 25 };
const BLOCK = { 1: 1 / 60, 2: 1 / 30, 3: 1 / 15 };
const GRAYSCALE = 'grayscale(1)';
const SEPIA = 'sepia(1)';
/** Faded, warm and a little flat, as old prints are. */
const VINTAGE = 'sepia(0.45) contrast(0.9) brightness(1.08) saturate(0.85)';

const EFFECTS: Readonly<Record<Exclude<ImageEffect, 'none'>, EffectSteps>> = {
  'grayscale 1': { colors: 'grayscale(0.4)' },
  'grayscale 2': { colors: 'grayscale(0.7)' },
  'grayscale 3': { colors: GRAYSCALE },
  'sepia 1': { colors: 'sepia(0.4)' },
  'sepia 2': { colors: 'sepia(0.7)' },
  'sepia 3': { colors: SEPIA },
  'blur 1': { blur: BLUR[1] },
  'blur 2': { blur: BLUR[2] },
  'blur 3': { blur: BLUR[3] },
  'invert 1': { colors: 'invert(0.2)' },
  'invert 2': { colors: 'invert(0.8)' },
  'invert 3': { colors: 'invert(1)' },
  'vintage 1': { colors: 'sepia(0.25) contrast(0.95) brightness(1.04) saturate(0.92)' },
  'vintage 2': { colors: VINTAGE },
  'vintage 3': { colors: 'sepia(0.7) contrast(0.82) brightness(1.12) saturate(0.7)' },
  'pixelate 1': { block: BLOCK[1] },
  'pixelate 2': { block: BLOCK[2] },
  'pixelate 3': { block: BLOCK[3] },
  noise: { pixels: addNoise },
  squiggly: { pixels: squiggle },
  'grayscale blur': { colors: GRAYSCALE, blur: BLUR[2] },
  'grayscale pixelate': { colors: GRAYSCALE, block: BLOCK[2] },
  'sepia blur': { colors: SEPIA, blur: BLUR[2] },
  'sepia pixelate': { colors: SEPIA, block: BLOCK[2] },
  'vintage blur': { colors: VINTAGE, blur: BLUR[2] },
  'vintage pixelate': { colors: VINTAGE, block: BLOCK[2] },
};

/** Longest side of the surface an effect works on, px: larger ones gain nothing that shows. */
const MAX_SIDE = 4096;

/**
 * Paints an area of the local px through an effect. Strengths are parts of the area's shorter side, so that a layer looks
 * the same however large it is shown and however many pixels its picture has.
 */
export function paintWithEffect(
  context: Context,
  effect: Exclude<ImageEffect, 'none'>,
  area: Rect,
  paint: (context: Context) => void,
): void {
  const steps = EFFECTS[effect];
  const { a, b, c, d } = context.getTransform();
  const wanted = Math.sqrt(Math.abs(a * d - b * c));
  const density = Math.min(wanted, MAX_SIDE / Math.max(area.width, area.height));
  const surface = paintArea(area, density, paint);
  const shown = filtered(surface, steps, { area, density });
  context.drawImage(shown, area.x, area.y, shown.width / density, shown.height / density);
}

function filtered(
  surface: Canvas,
  { colors, blur, block, pixels }: EffectSteps,
  { area, density }: { area: Rect; density: number },
): Canvas {
  const side = Math.min(area.width, area.height);
  const colored = colors === undefined ? surface : throughFilter(surface, colors);
  const blurred = blur === undefined ? colored : blurOpaque(colored, blur * side * density);
  if (block === undefined && !pixels) return blurred;
  const { width, height } = blurred;
  const context = blurred.getContext('2d');
  const image = context.getImageData(0, 0, width, height);
  const work = { rgba: image.data, width, height, density };
  if (block !== undefined) pixelateBlocks(work, block * side);
  pixels?.(work);
  context.putImageData(image, 0, 0);
  return blurred;
}

function throughFilter(surface: Canvas, filter: string): Canvas {
  const target = createCanvas(surface.width, surface.height);
  const context = target.getContext('2d');
  context.filter = filter;
  context.drawImage(surface, 0, 0);
  return target;
}

/** Blurs a picture whose edges stay covered: it is mirrored beyond them, where a plain filter would find nothing. */
function blurOpaque(surface: Canvas, sigma: number): Canvas {
  const { width, height } = surface;
  const reach = Math.ceil(3 * sigma);
  const wide = createCanvas(width + 2 * reach, height + 2 * reach);
  const context = wide.getContext('2d');
  for (const [a, e] of mirrors(reach, width)) {
    for (const [d, f] of mirrors(reach, height)) {
      context.setTransform(a, 0, 0, d, e, f);
      context.drawImage(surface, 0, 0);
    }
  }
  const target = createCanvas(width, height);
  const own = target.getContext('2d');
  own.filter = `blur(${sigma.toFixed(4)}px)`;
  own.drawImage(wide, -reach, -reach);
  return target;
}

/** Scale and shift of a length as it is, and mirrored at either end. */
function mirrors(start: number, length: number): [scale: number, shift: number][] {
  return [
    [-1, start],
    [1, start],
    [-1, start + 2 * length],
  ];
}
