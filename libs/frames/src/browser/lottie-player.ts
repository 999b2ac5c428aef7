import type { CanvasKit, ManagedSkottieAnimation, Surface } from 'canvaskit-wasm';
import address from 'canvaskit-wasm/bin/full/canvaskit.wasm?url';
import type { LottieAnimation } from '../skia.js';

type Place = NonNullable<Parameters<LottieAnimation['render']>[1]>;

let skia: CanvasKit | undefined;

/**
 * Fetches Skia itself, whose player servers use too: 3 MB, so only what has an animation waits for it. To be awaited before
 * an animation is opened.
 *
 * @throws Error when it cannot be fetched; the next call tries again
 */
export async function fetchLottiePlayer(): Promise<void> {
  if (skia) return;
  try {
    const { default: canvaskit } = await import('canvaskit-wasm/full');
    skia = await canvaskit.default({ locateFile: () => address });
  } catch (cause) {
    throw new Error('the player of Lottie animations cannot be fetched', { cause });
  }
}

/** An animation, drawn by Skia in memory of its own and from there on the browser's canvas. */
export class LottiePlayer {
  private constructor(
    private readonly skia: CanvasKit,
    private readonly player: ManagedSkottieAnimation,
    readonly width: number,
    readonly height: number,
  ) {}

  /** @throws Error for a file that Skia cannot read */
  static loadFromData(text: string): LottiePlayer {
    if (!skia) throw new Error('fetchLottiePlayer was not awaited');
    const player = skia.MakeManagedAnimation(text) as ManagedSkottieAnimation | null;
    if (!player) throw new Error('Skia cannot read the animation');
    const [width, height] = player.size();
    return new LottiePlayer(skia, player, width!, height!);
  }

  /** Seconds. */
  get duration(): number {
    return this.player.duration();
  }

  seekTime(seconds: number): void {
    this.player.seekFrame(seconds * this.player.fps());
  }

  /** Paints into a rectangle of the canvas, whatever the transform and opacity of its context. */
  render(context: OffscreenCanvasRenderingContext2D, { x, y, width, height }: Place): void {
    const [left, top] = [Math.max(0, Math.floor(x)), Math.max(0, Math.floor(y))];
    const across = Math.min(context.canvas.width, Math.ceil(x + width)) - left;
    const down = Math.min(context.canvas.height, Math.ceil(y + height)) - top;
    if (across <= 0 || down <= 0) return;
    const pixels = this.#draw([x - left, y - top, width, height], across, down);
    const canvas = new OffscreenCanvas(across, down);
    canvas.getContext('2d')!.putImageData(new ImageData(pixels, across, down), 0, 0);
    context.save();
    context.resetTransform();
    context.globalAlpha = 1;
    context.drawImage(canvas, left, top);
    context.restore();
  }

  /** The animation in a rectangle of a picture of `across` × `down` pixels, as RGBA that is not premultiplied. */
  #draw([x, y, width, height]: readonly number[], across: number, down: number): Uint8ClampedArray<ArrayBuffer> {
    const { skia, player } = this;
    const info = { width: across, height: down, colorType: skia.ColorType.RGBA_8888, colorSpace: skia.ColorSpace.SRGB };
    const memory = skia.Malloc(Uint8Array, across * down * 4);
    let surface: Surface | null = null;
    try {
      memory.toTypedArray().fill(0);
      surface = skia.MakeRasterDirectSurface({ ...info, alphaType: skia.AlphaType.Premul }, memory, across * 4);
      if (!surface) throw new Error('no memory is left for an animation');
      const canvas = surface.getCanvas();
      player.render(canvas, skia.XYWHRect(x!, y!, width!, height!));
      const pixels = canvas.readPixels(0, 0, { ...info, alphaType: skia.AlphaType.Unpremul }) as Uint8Array;
      return new Uint8ClampedArray(pixels);
    } finally {
      surface?.delete();
      skia.Free(memory);
    }
  }
}
