import type { Rect } from '#libs/document';
import type { LayerContent } from '#libs/template';
import { union } from '#libs/compositor';
import type { Drawing, LayerBox } from '../drawing.js';
import { shadowsOf, withShadows } from '../paint/css-shadow.js';
import { drawBoxShadows, drawPixelShadows, drawShadows } from '../paint/draw-shadows.js';
import { isGradient, isInvisible, paintStyle } from '../paint/paint.js';
import { type Context, Path, StrokeCap, StrokeJoin } from '../skia.js';
import { grown } from '../geometry/matrix.js';
import { inset, roundRectRadius } from '../geometry/round-rect.js';
import type { LayerPainter } from './layer-painter.js';

/** Maximum length of a pointed corner in half stroke widths; longer ones are cut off. The default of the canvas. */
const MITER_LIMIT = 10;
/** Room for smoothed edges around a surface, px. */
const EDGE = 2;

/** Paints layers of the kind `shape`. */
export const SHAPE_PAINTER: LayerPainter<'shape'> = {
  draw: ({ layer, box }) => drawShapeLayer(layer, box),
  words: undefined,
};

/**
 * Lays out a shape in its box. The stroke of closed shapes is inside the box; that of lines and paths is centered on
 * them.
 */
function drawShapeLayer(layer: LayerContent<'shape'>, box: LayerBox): Drawing {
  const shadows = shadowsOf(layer.shapeShadow);
  const hasFill = layer.shape !== 'line' && !isInvisible(layer.fillColor);
  const hasStroke = layer.strokeWidth > 0 && !isInvisible(layer.strokeColor);
  const isStrokeInside = hasStroke && layer.shape !== 'path' && layer.shape !== 'line';
  const frame = { x: 0, y: 0, ...box };
  const area = inset(frame, isStrokeInside ? layer.strokeWidth / 2 : 0);
  const path = outline(layer, area);

  const paintBody = (context: Context, spread: number, drawn: number): void => {
    if (hasFill) {
      context.fillStyle = paintStyle(context, layer.fillColor, box);
      fillInPart(context, spread === 0 ? path : outline(layer, inset(area, -spread)), drawn);
    }
    if (hasStroke) {
      setStroke(context, layer, box, spread);
      context.stroke(drawn < 1 ? new Path(path).trim(0, drawn) : path);
    }
  };
  const painted = hasStroke ? union(boundsOf(path), boundsOf(strokeOutline(path, layer))) : boundsOf(path);
  const casting = layer.shadowOf === 'box' ? union(painted, frame) : painted;
  return {
    isSmooth: isGradient(layer.fillColor) || isGradient(layer.strokeColor) || shadows.some(({ blur }) => blur > 0),
    ink: withShadows(casting, shadows),
    paint(context, { drawn = 1 }) {
      context.save();
      if (layer.shadowOf === 'box') drawBoxShadows(context, shadows, { ...frame, radius: layer.borderRadius });
      else if (hasFill && hasStroke) {
        drawPixelShadows(context, shadows, (spread) => ({
          area: grown(painted, spread + EDGE),
          paint: (target) => paintBody(target, spread, drawn),
        }));
      } else drawShadows(context, shadows, (spread) => paintBody(context, spread, drawn));
      paintBody(context, 0, drawn);
      context.restore();
    },
  };
}

/** Fills with a share of the opacity of the context. */
function fillInPart(context: Context, path: Path, share: number): void {
  const opacity = context.globalAlpha;
  context.globalAlpha = opacity * share;
  context.fill(path);
  context.globalAlpha = opacity;
}

function setStroke(context: Context, layer: LayerContent<'shape'>, box: LayerBox, spread: number): void {
  context.strokeStyle = paintStyle(context, layer.strokeColor, box);
  context.lineWidth = Math.max(0, layer.strokeWidth + 2 * spread);
  context.lineJoin = layer.strokeCorner === 'round' ? 'round' : 'miter';
  context.lineCap = layer.strokeCorner === 'round' && layer.strokeStyle === 'none' ? 'round' : 'butt';
  context.miterLimit = MITER_LIMIT;
  const dash = { none: 0, '1:1': 1, '3:1': 3, '6:1': 6 }[layer.strokeStyle];
  context.setLineDash(dash === 0 ? [] : [dash * layer.strokeWidth, layer.strokeWidth]);
}

/** The area of the stroke, without dashes. */
function strokeOutline(path: Path, layer: LayerContent<'shape'>): Path {
  const isRound = layer.strokeCorner === 'round';
  return new Path(path).stroke({
    width: layer.strokeWidth,
    miterLimit: MITER_LIMIT,
    cap: isRound ? StrokeCap.Round : StrokeCap.Butt,
    join: isRound ? StrokeJoin.Round : StrokeJoin.Miter,
  });
}

function boundsOf(path: Path): Rect {
  const [left, top, right, bottom] = path.computeTightBounds();
  return { x: left, y: top, width: right - left, height: bottom - top };
}

type Corner = readonly [x: number, y: number];

/**
 * The outline of the shape in an area, clockwise from the top; a rectangle begins in its top left corner. A path keeps
 * its own coordinates, direction and start.
 */
function outline(layer: LayerContent<'shape'>, area: Rect): Path {
  switch (layer.shape) {
    case 'rectangle':
      return rectangle(area, roundRectRadius(area, layer.borderRadius));
    case 'ellipse':
      return ellipse(area);
    case 'line':
      return line(layer, area);
    case 'triangle':
      return polygon(area, [
        [0.5, 0],
        [1, 1],
        [0, 1],
      ]);
    case 'polygon':
      return polygon(
        area,
        ring(layer.sides, () => 1),
      );
    case 'star':
      return polygon(
        area,
        ring(2 * layer.points, (corner) => (corner % 2 === 0 ? 1 : innerRadius(layer.points))),
      );
    case 'path':
      return new Path(layer.path ?? '');
  }
}

/** `roundRect` begins in the bottom left corner. */
function rectangle({ x, y, width, height }: Rect, radius: number): Path {
  const [right, bottom] = [x + width, y + height];
  const path = new Path();
  path.moveTo(x + radius, y);
  path.arcTo(right, y, right, bottom, radius);
  path.arcTo(right, bottom, x, bottom, radius);
  path.arcTo(x, bottom, x, y, radius);
  path.arcTo(x, y, right, y, radius);
  path.closePath();
  return path;
}

/** Turned by a quarter, because an arc from any angle but 0 may come out empty instead of full. */
function ellipse({ x, y, width, height }: Rect): Path {
  const path = new Path();
  path.ellipse(x + width / 2, y + height / 2, height / 2, width / 2, -Math.PI / 2, 0, 2 * Math.PI);
  path.closePath();
  return path;
}

/** A line from left to right at half the height. Round ends stay inside the box. */
function line(layer: LayerContent<'shape'>, area: Rect): Path {
  const isRound = layer.strokeCorner === 'round' && layer.strokeStyle === 'none';
  const end = isRound ? Math.min(layer.strokeWidth, area.width) / 2 : 0;
  const path = new Path();
  path.moveTo(area.x + end, area.y + area.height / 2);
  path.lineTo(area.x + area.width - end, area.y + area.height / 2);
  return path;
}

/** Corners around the center of the unit box, the first at the top, clockwise. The radius may differ per corner. */
function ring(corners: number, radius: (corner: number) => number): Corner[] {
  return Array.from({ length: corners }, (_, corner): Corner => {
    const angle = (2 * Math.PI * corner) / corners;
    return [0.5 + (Math.sin(angle) * radius(corner)) / 2, 0.5 - (Math.cos(angle) * radius(corner)) / 2];
  });
}

/**
 * Ratio of inner to outer radius: that of the regular star {n/2}, whose edges are straight lines through two tips.
 * Limited, so that stars with many tips stay pointed.
 */
function innerRadius(tips: number): number {
  if (tips < 5) return 0.38;
  return Math.min(0.6, Math.cos((2 * Math.PI) / tips) / Math.cos(Math.PI / tips));
}

function polygon(area: Rect, corners: readonly Corner[]): Path {
  const path = new Path();
  for (const [x, y] of corners) path.lineTo(area.x + x * area.width, area.y + y * area.height);
  path.closePath();
  return path;
}
