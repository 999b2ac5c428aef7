import type { ClipShape, WipeClip } from '#libs/timeline';
import type { LayerBox } from './drawing.js';
import type { CanvasGradient, Context } from './skia.js';

/** Stops of a fading edge: it begins and ends gently, so that neither looks like a line. */
const STOPS = [0, 0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875, 1];

/** A fading edge, as shares of its way: all is visible before `from`, nothing after `to`. */
interface Edge {
  readonly from: number;
  readonly to: number;
}

/**
 * Fills the visible part of a page with white, whose alpha falls at the edge, and the pixels beyond the page that belong to a
 * raster of it.
 */
export function paintFeathered(
  context: Context,
  clip: Exclude<ClipShape, { kind: 'box' }>,
  feather: number,
  { width, height }: LayerBox,
): void {
  const to = clip.shown * (1 + feather);
  if (to <= 0) return;
  const edge = { from: to - feather, to };
  context.save();
  if (clip.kind === 'wipe') {
    const { headingX, headingY } = clip;
    const [across, down] = [headingX < 0 ? -width : width, headingY < 0 ? -height : height];
    context.setTransform(across, 0, 0, down, headingX < 0 ? width : 0, headingY < 0 ? height : 0);
    context.fillStyle = wipeGradient(context, clip, edge);
    context.fillRect(-1, -1, 3, 3);
  } else {
    context.translate(width / 2, height / 2);
    if (clip.kind === 'circle') context.fillStyle = circleGradient(context, Math.hypot(width, height) / 2, edge);
    else {
      if (!clip.clockwise) context.scale(-1, 1);
      context.fillStyle = sectorGradient(context, edge);
    }
    context.fillRect(-width, -height, 2 * width, 2 * height);
  }
  context.restore();
}

/** In the unit square, from whose corner (0, 0) the edge comes. */
function wipeGradient(context: Context, { headingX, headingY }: WipeClip, { from, to }: Edge): CanvasGradient {
  const [x, y] = [Math.abs(headingX), Math.abs(headingY)];
  const gradient = context.createLinearGradient(from * x, from * y, to * x, to * y);
  for (const stop of STOPS) gradient.addColorStop(stop, white(1 - stop));
  return gradient;
}

function circleGradient(context: Context, radius: number, { from, to }: Edge): CanvasGradient {
  const inner = Math.max(0, from);
  const gradient = context.createRadialGradient(0, 0, radius * inner, 0, 0, radius * to);
  for (const stop of STOPS) {
    const at = inner + stop * (to - inner);
    gradient.addColorStop(stop, white((to - at) / (to - from)));
  }
  return gradient;
}

/** From twelve clockwise. The edge at twelve, where the hand began, fades as that of the hand does. */
function sectorGradient(context: Context, { from, to }: Edge): CanvasGradient {
  const feather = to - from;
  const behind = (turn: number): number => Math.min(1, Math.max(0, (to - turn) / feather));
  const ahead = (turn: number): number => behind(0) * Math.max(0, 1 - (1 - turn) / feather);
  const turns = STOPS.flatMap((stop) => [from + stop * feather, 1 - feather + stop * feather]);
  const gradient = context.createConicGradient(-Math.PI / 2, 0, 0);
  for (const turn of [0, ...turns.filter((each) => each > 0 && each < 1).toSorted((a, b) => a - b), 1]) {
    gradient.addColorStop(turn, white(Math.max(behind(turn), ahead(turn))));
  }
  return gradient;
}

/** White with a smoothed alpha. @param share 0..1 of the way through the edge */
function white(share: number): string {
  const within = Math.min(1, Math.max(0, share));
  return `rgba(255, 255, 255, ${(within * within * (3 - 2 * within)).toFixed(5)})`;
}
