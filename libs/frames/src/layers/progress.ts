import type { Rect } from '#libs/document';
import type { LayerContent } from '#libs/template';
import type { Drawing, LayerBox } from '../drawing.js';
import { addRoundRect } from '../geometry/round-rect.js';
import { isGradient, paintStyle } from '../paint/paint.js';
import type { Context } from '../skia.js';
import type { LayerPainter } from './layer-painter.js';

type Progress = LayerContent<'progress'>;

/** Paints layers of the kind `progress`. */
export const PROGRESS_PAINTER: LayerPainter<'progress'> = {
  draw: ({ layer, box }) => drawProgressLayer(layer, box),
  words: undefined,
};

function drawProgressLayer(layer: Progress, box: LayerBox): Drawing {
  return {
    isSmooth: isGradient(layer.fillColor) || isGradient(layer.trackColor),
    ink: { x: 0, y: 0, ...box },
    paint(context) {
      context.save();
      if (layer.form === 'ring') paintRing(context, layer, box);
      else paintBar(context, layer, box);
      context.restore();
    },
  };
}

function paintBar(context: Context, layer: Progress, box: LayerBox): void {
  const track = trackOf(layer, box);
  const thickness = Math.min(track.width, track.height);
  const radius = layer.ends === 'round' ? thickness / 2 : 0;
  context.beginPath();
  addRoundRect(context, track, radius);
  context.fillStyle = paintStyle(context, layer.trackColor, box);
  context.fill();
  if (layer.value <= 0) return;
  context.clip();
  context.beginPath();
  addRoundRect(context, filledPart(layer, track, radius), radius);
  context.fillStyle = paintStyle(context, layer.fillColor, box);
  context.fill();
}

/** Centered in the box, and as long as the box. */
function trackOf({ direction, thickness }: Progress, { width, height }: LayerBox): Rect {
  if (direction === 'up' || direction === 'down') {
    const across = Math.min(thickness, width);
    return { x: (width - across) / 2, y: 0, width: across, height };
  }
  const across = Math.min(thickness, height);
  return { x: 0, y: (height - across) / 2, width, height: across };
}

/** Extends beyond the start of the track, so that its end is round even if it is short. The track clips it. */
function filledPart({ direction, value }: Progress, { x, y, width, height }: Rect, radius: number): Rect {
  const isUpright = direction === 'up' || direction === 'down';
  const shown = (isUpright ? height : width) * value;
  const length = shown + 2 * radius;
  switch (direction) {
    case 'left':
      return { x: x + width - shown, y, width: length, height };
    case 'up':
      return { x, y: y + height - shown, width, height: length };
    case 'down':
      return { x, y: y + shown - length, width, height: length };
    default:
      return { x: x + shown - length, y, width: length, height };
  }
}

function paintRing(context: Context, layer: Progress, box: LayerBox): void {
  const outer = Math.min(box.width, box.height) / 2;
  const thickness = Math.min(layer.thickness, outer);
  if (thickness <= 0) return;
  const stroke = (turns: number, paint: string): void => {
    const top = -Math.PI / 2;
    const sign = layer.direction === 'counterclockwise' ? -1 : 1;
    context.beginPath();
    // From any other angle, rounding may make a full turn incomplete, and then nothing is drawn.
    const [from, to] = turns === 1 ? [0, 2 * Math.PI] : [top, top + sign * turns * 2 * Math.PI];
    context.arc(box.width / 2, box.height / 2, outer - thickness / 2, from, to, turns < 1 && sign < 0);
    context.strokeStyle = paintStyle(context, paint, box);
    context.stroke();
  };
  context.lineWidth = thickness;
  stroke(1, layer.trackColor);
  if (layer.value <= 0) return;
  context.lineCap = layer.ends === 'round' ? 'round' : 'butt';
  stroke(layer.value, layer.fillColor);
}
