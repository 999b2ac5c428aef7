type Context = OffscreenCanvasRenderingContext2D;

/** The content of a canvas before its context was clipped, and the inside of the clip. */
interface SoftClip {
  readonly below: OffscreenCanvas;
  readonly inside: OffscreenCanvas;
}

const { prototype } = OffscreenCanvasRenderingContext2D;
const native = {
  beginPath: method('beginPath'),
  roundRect: method('roundRect'),
  save: method('save'),
  clip: method('clip'),
  restore: method('restore'),
};

/** The clips of each state that a context has saved, the last one for the present state. */
const states = new WeakMap<Context, SoftClip[][]>();
/** Contexts whose path has rounded corners. */
const rounded = new WeakSet<Context>();

/**
 * Gives the clips of a context smooth edges, as Skia's have them, where the browser's are jagged: Chromium decides for each
 * pixel whether it is inside. What is painted after `clip` is cut when the state is restored, so it has to be painted
 * `source-over`, between `save` and `restore`. A path of plain rectangles, by which letters are cut apart many times a frame,
 * is left to the browser.
 */
export function smoothClips(): void {
  if (isClipSmooth()) return;
  Object.assign(prototype, {
    beginPath(this: Context) {
      rounded.delete(this);
      native.beginPath.call(this);
    },
    roundRect(this: Context, ...corners: Parameters<Context['roundRect']>) {
      rounded.add(this);
      native.roundRect.apply(this, corners);
    },
    save(this: Context) {
      statesOf(this).push([]);
      native.save.call(this);
    },
    clip(this: Context, rule?: CanvasFillRule) {
      if (rounded.has(this)) statesOf(this).at(-1)!.push(beginClip(this, rule));
      else (native.clip as (rule?: CanvasFillRule) => void).call(this, rule);
    },
    restore(this: Context) {
      for (const clip of (states.get(this)?.pop() ?? []).reverse()) endClip(this, clip);
      native.restore.call(this);
    },
  });
}

function method<Name extends keyof Context>(name: Name): Context[Name] & CallableFunction {
  return prototype[name] as Context[Name] & CallableFunction;
}

function isClipSmooth(): boolean {
  const context = new OffscreenCanvas(2, 1).getContext('2d')!;
  context.beginPath();
  context.rect(0, 0, 0.75, 1);
  context.clip();
  context.fillRect(0, 0, 2, 1);
  return context.getImageData(0, 0, 1, 1).data[3]! < 255;
}

function statesOf(context: Context): SoftClip[][] {
  const known = states.get(context) ?? [[]];
  states.set(context, known);
  return known;
}

/** Empties the canvas for what is painted inside of the present path. */
function beginClip(context: Context, rule?: CanvasFillRule): SoftClip {
  native.save.call(context);
  context.resetTransform();
  Object.assign(context, { globalAlpha: 1, shadowColor: 'transparent', fillStyle: '#000000' });
  const below = taken(context);
  context.fill(rule);
  const inside = taken(context);
  native.restore.call(context);
  return { below, inside };
}

function endClip(context: Context, { below, inside }: SoftClip): void {
  native.save.call(context);
  context.resetTransform();
  Object.assign(context, { globalAlpha: 1, shadowColor: 'transparent', globalCompositeOperation: 'destination-in' });
  context.drawImage(inside, 0, 0);
  context.globalCompositeOperation = 'destination-over';
  context.drawImage(below, 0, 0);
  native.restore.call(context);
}

/** The content of a canvas, which is empty then. */
function taken(context: Context): OffscreenCanvas {
  const { width, height } = context.canvas;
  const copy = new OffscreenCanvas(width, height);
  copy.getContext('2d', { willReadFrequently: true })!.drawImage(context.canvas, 0, 0);
  context.clearRect(0, 0, width, height);
  return copy;
}
