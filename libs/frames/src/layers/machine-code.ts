import type { Rect } from '#libs/document';
import type { LayerContent, Remark } from '#libs/template';
import type { Drawing, LayerBox } from '../drawing.js';
import { FrameError } from '../frame-error.js';
import { formatColor, parseColor } from '../paint/css-color.js';
import { ChartText, type Label, paintLabel } from '../charts/chart-text.js';
import { isInvisible, letterStyle } from '../paint/paint.js';
import type { Context } from '../skia.js';
import { type CodeSymbol, codeSymbol } from './code-symbol.js';
import { addRoundRect, inset, roundRectRadius } from '../geometry/round-rect.js';
import { type RetailFigures, retailFigures } from './retail-figures.js';
import type { LayerPainter } from './layer-painter.js';

/** Light modules above and below bars. The standards require none, but bars that touch the edge look cut off. */
const BARS_MARGIN = 4;

/** Distance that a square must keep from the sides of a rounded rectangle to avoid its corners, in radii. */
const CORNER_REACH = 1 - Math.SQRT1_2;

/** The figures below a code of retail, in modules: their row, their distance to the bars, the reach of the long bars. */
const FIGURES = { row: 9, gap: 1, reach: 5, size: 10, cap: 7.2 } as const;

/** Lowest bars with figures, in modules: lower ones keep all of their height. */
const LEAST_BARS = 24;

const TOO_SMALL: Remark = { code: 'CODE_TOO_SMALL', message: 'the box is too small for this code to be read' };

/** Paints layers of the kind `machine_code`. */
export const MACHINE_CODE_PAINTER: LayerPainter<'machine_code'> = {
  draw: ({ layer, box, key }, { fonts }) => drawMachineCodeLayer(layer, box, key, new ChartText(fonts)),
  words: undefined,
};

/**
 * Lays out a machine code in its box, including its quiet zone. Modules are whole pixels of the raster if the layer is
 * upright, so that every edge is sharp. The remainder of the division surrounds the code.
 *
 * @param path of the layer, for errors
 * @throws FrameError RENDER_FAILED for a text that the symbology cannot encode
 */
function drawMachineCodeLayer(
  layer: LayerContent<'machine_code'>,
  box: LayerBox,
  path: string,
  text: ChartText,
): Drawing {
  const symbol = encode(layer, path);
  const figures = retailFigures(layer.codeType, layer.text);
  const labels = figures?.figures.map(({ figure }) => text.label(figure, 1)) ?? [];
  const outer = { x: 0, y: 0, ...box };
  const radius = roundRectRadius(outer, layer.borderRadius);
  const area = inset(outer, Math.max(layer.borderWidth, radius * CORNER_REACH));
  return {
    isSmooth: false,
    ink: outer,
    ...(isTooFine(symbol, area) && { remarks: [TOO_SMALL] }),
    paint(context) {
      paintPlate(context, layer, outer);
      context.save();
      context.fillStyle = formatColor(parseColor(layer.foregroundColor));
      const placed = placeInPixels(context, symbol, area);
      if (placed && figures && placed.height >= (LEAST_BARS + FIGURES.row) * placed.width) {
        paintRetail(context, { symbol, figures, labels, placed, color: layer.foregroundColor });
      } else if (placed) paintModules(context, symbol.runs, placed);
      context.restore();
    },
  };
}

function encode(layer: LayerContent<'machine_code'>, path: string): CodeSymbol {
  try {
    return codeSymbol(layer);
  } catch (cause) {
    throw new FrameError('RENDER_FAILED', path, `a code of type ${layer.codeType} cannot say this text`, { cause });
  }
}

function paintPlate(context: Context, layer: LayerContent<'machine_code'>, outer: Rect): void {
  const { backgroundColor, borderColor, borderRadius, borderWidth } = layer;
  context.save();
  if (!isInvisible(backgroundColor)) {
    context.fillStyle = formatColor(parseColor(backgroundColor));
    context.beginPath();
    addRoundRect(context, outer, borderRadius);
    context.fill();
  }
  if (borderWidth > 0 && !isInvisible(borderColor)) {
    context.fillStyle = formatColor(parseColor(borderColor));
    context.beginPath();
    addRoundRect(context, outer, borderRadius);
    addRoundRect(context, inset(outer, borderWidth), borderRadius - borderWidth);
    context.fill('evenodd');
  }
  context.restore();
}

/** Places the modules, in raster px if the transform allows it: then the context has no transform any more. */
function placeInPixels(context: Context, symbol: CodeSymbol, area: Rect): Rect | undefined {
  const { a, b, c, d, e, f } = context.getTransform();
  const isUpright = b === 0 && c === 0 && a > 0 && d > 0;
  if (!isUpright) return placeModules(symbol, area);
  context.setTransform(1, 0, 0, 1, 0, 0);
  return placeModules(symbol, {
    ...{ x: area.x * a + e, y: area.y * d + f },
    ...{ width: area.width * a, height: area.height * d },
  });
}

/** Fills the dark modules as one path. */
function paintModules(context: Context, runs: CodeSymbol['runs'], { x, y, width, height }: Rect): void {
  context.beginPath();
  for (const run of runs) {
    context.rect(x + run.column * width, y + run.row * height, run.length * width, run.height * height);
  }
  context.fill();
}

interface RetailCode {
  readonly symbol: CodeSymbol;
  readonly figures: RetailFigures;
  /** The figures in a font size of 1 px. */
  readonly labels: readonly Label[];
  readonly placed: Rect;
  readonly color: string;
}

/** Fills the bars of a code of retail, and writes its figures below them. */
function paintRetail(
  context: Context,
  { symbol, figures: { figures, isLong }, labels, placed, color }: RetailCode,
): void {
  const { x, y, width, height } = placed;
  const bars = height - FIGURES.row * width;
  const [long, short] = [true, false].map((wanted) => symbol.runs.filter(({ column }) => isLong(column) === wanted));
  paintModules(context, short!, { ...placed, height: bars });
  paintModules(context, long!, { ...placed, height: bars + FIGURES.reach * width });
  context.fillStyle = letterStyle(context, color, placed);
  const middle = y + bars + (FIGURES.gap + FIGURES.cap / 2) * width;
  const size = FIGURES.size * width;
  for (const [index, { center }] of figures.entries()) {
    const label = { ...labels[index]!, size, width: labels[index]!.width * size };
    paintLabel(context, label, { x: x + center * width, middle, align: 'center' });
  }
}

/** Whether modules are smaller than two pixels, which video compression makes unreadable. */
function isTooFine(symbol: CodeSymbol, area: Rect): boolean {
  const modules = placeModules(symbol, area);
  return modules === undefined || modules.width < 2;
}

/** Position of the first module and size of each: whole px unless the area is smaller than the code. */
function placeModules({ columns, rows, isBars, quietZone }: CodeSymbol, area: Rect): Rect | undefined {
  const across = area.width / (columns + 2 * quietZone);
  const size = isBars ? across : Math.min(across, area.height / (rows + 2 * quietZone));
  if (!(size > 0)) return undefined;
  const whole = (px: number): number => (size >= 1 ? Math.round(px) : px);
  const width = size >= 1 ? Math.floor(size) : size;
  const margin = Math.min(BARS_MARGIN * width, area.height / 8);
  const height = isBars ? whole(area.height - 2 * margin) : width;
  return {
    x: whole(area.x + (area.width - width * columns) / 2),
    y: whole(area.y + (area.height - height * rows) / 2),
    width,
    height,
  };
}
