type Context = OffscreenCanvasRenderingContext2D;
type Rectangle = readonly [x: number, y: number, width: number, height: number];

const { prototype } = OffscreenCanvasRenderingContext2D;
/** The browser's own. */
const draw = prototype.drawImage as (this: Context, ...drawn: unknown[]) => void;

/** Px by which an edge may lie beside the one between two pixels. */
const EPSILON = 1e-4;

/**
 * Gives pictures that `drawImage` scales the edges that Skia draws: a pixel whose center is inside, as far as it is covered.
 * Chromium draws all of such a pixel where edges are upright, and every pixel as far as it is covered where they are not.
 */
export function softenEdges(): void {
  if (!areEdgesHard()) return;
  prototype.drawImage = function (this: Context, ...drawn: unknown[]): void {
    const place = drawn.slice(-4) as unknown as Rectangle;
    if (drawn.length < 5 || this.shadowColor !== 'rgba(0, 0, 0, 0)' || isOnPixels(this.getTransform(), place)) {
      draw.apply(this, drawn);
      return;
    }
    drawCut(this, drawn, place);
  };
}

function areEdgesHard(): boolean {
  const picture = new OffscreenCanvas(2, 2);
  picture.getContext('2d')!.fillRect(0, 0, 2, 2);
  const context = new OffscreenCanvas(4, 4).getContext('2d')!;
  draw.call(context, picture, 0.25, 0, 2, 2);
  return context.getImageData(0, 0, 1, 1).data[3] === 255;
}

function drawCut(context: Context, drawn: unknown[], place: Rectangle): void {
  const transform = context.getTransform();
  const { left, top, width, height } = boundsOf(transform, place, context.canvas);
  if (width <= 0 || height <= 0) return;
  const surface = new OffscreenCanvas(width, height);
  const own = surface.getContext('2d', { willReadFrequently: true })!;
  const { a, b, c, d, e, f } = transform;
  own.setTransform(a, b, c, d, e - left, f - top);
  own.imageSmoothingEnabled = context.imageSmoothingEnabled;
  own.imageSmoothingQuality = context.imageSmoothingQuality;
  draw.apply(own, drawn);
  own.globalCompositeOperation = 'destination-in';
  if (isUpright(transform)) own.fillRect(...place);
  else {
    own.imageSmoothingEnabled = false;
    own.fillStyle = insideOf(own, place);
    own.resetTransform();
    own.fillRect(0, 0, width, height);
  }
  context.save();
  context.resetTransform();
  draw.call(context, surface, left, top);
  context.restore();
}

/** Paints the pixels whose centers are inside of a rectangle. */
function insideOf(context: Context, [x, y, width, height]: Rectangle): CanvasPattern {
  const dot = new OffscreenCanvas(1, 1);
  dot.getContext('2d')!.fillRect(0, 0, 1, 1);
  const pattern = context.createPattern(dot, 'no-repeat')!;
  pattern.setTransform(context.getTransform().multiply(new DOMMatrix([width, 0, 0, height, x, y])));
  return pattern;
}

function isUpright({ b, c }: DOMMatrix): boolean {
  return b === 0 && c === 0;
}

/** Whether all edges of a rectangle lie between pixels. */
function isOnPixels(transform: DOMMatrix, [x, y, width, height]: Rectangle): boolean {
  const { a, d, e, f } = transform;
  const edges = [a * x + e, a * (x + width) + e, d * y + f, d * (y + height) + f];
  return isUpright(transform) && edges.every((edge) => Math.abs(edge - Math.round(edge)) < EPSILON);
}

/** The whole pixels of a canvas that a rectangle touches. */
function boundsOf(transform: DOMMatrix, [x, y, width, height]: Rectangle, canvas: OffscreenCanvas) {
  const corners = [
    [x, y],
    [x + width, y],
    [x, y + height],
    [x + width, y + height],
  ].map(([across, down]) => transform.transformPoint({ x: across!, y: down! }));
  const xs = corners.map((corner) => corner.x);
  const ys = corners.map((corner) => corner.y);
  const [left, top] = [Math.max(0, Math.floor(Math.min(...xs))), Math.max(0, Math.floor(Math.min(...ys)))];
  const right = Math.min(canvas.width, Math.ceil(Math.max(...xs)));
  const bottom = Math.min(canvas.height, Math.ceil(Math.max(...ys)));
  return { left, top, width: right - left, height: bottom - top };
}
