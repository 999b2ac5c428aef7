import type { Matrix, Rect } from '#libs/document';
import type { Remark } from '#libs/template';
import { FrameError } from '../frame-error.js';
import { readBytes } from '../io.js';
import { type Context, createCanvas, LottieAnimation } from '../skia.js';
import { checkLottie } from './check-lottie.js';

/** Sides of the surface of an animation that is turned, px. */
const MAX_SIDE = 4096;

/** A Lottie animation, ready to be painted at any instant. Nothing in it reaches a file, an address or a font of the machine. */
export class Lottie {
  private constructor(
    private readonly animation: LottieAnimation,
    /** Remarks on the parts of the file that are not drawn. */
    readonly remarks: readonly Remark[],
  ) {}

  /**
   * Reads a file. `path` names the layer in errors. Throws FrameError ASSET_UNSUPPORTED with the fault of the file.
   */
  static async read(file: string, path: string): Promise<Lottie> {
    const text = new TextDecoder().decode(await readBytes(file)); // without its byte order mark
    const checked = checkLottie(text);
    if (!checked.ok) throw new FrameError('ASSET_UNSUPPORTED', path, `the file ${checked.reason}`);
    try {
      // Exactly the checked values: of two keys of one name, two parsers may take either.
      return new Lottie(LottieAnimation.loadFromData(JSON.stringify(JSON.parse(text))), checked.remarks);
    } catch (cause) {
      throw new FrameError('ASSET_UNSUPPORTED', path, 'the animation is damaged and cannot be drawn', { cause });
    }
  }

  /** Pixels at scale 1. */
  get width(): number {
    return this.animation.width;
  }

  get height(): number {
    return this.animation.height;
  }

  /** Seconds, > 0. */
  get lengthS(): number {
    return this.animation.duration;
  }

  /**
   * Paints the animation as it is `timeS` seconds after its start into a place that has its aspect. Skia's player goes
   * by a rectangle and takes no notice of the context's transform: upright animations are painted straight into theirs,
   * others by way of a surface of their own.
   */
  paint(context: Context, timeS: number, place: Rect): void {
    this.animation.seekTime(timeS);
    const { a, b, c, d, e, f } = context.getTransform();
    const isUpright = b === 0 && c === 0 && a === d && a > 0;
    context.save();
    if (isUpright) {
      context.resetTransform();
      const { x, y, width, height } = place;
      this.animation.render(context, { x: a * x + e, y: d * y + f, width: width * a, height: height * d });
    } else this.#paintTurned(context, [a, b, c, d, e, f], place);
    context.restore();
  }

  #paintTurned(context: Context, [a, b, c, d]: Matrix, place: Rect): void {
    const wanted = Math.max(Math.hypot(a, b), Math.hypot(c, d));
    const scale = Math.min(wanted, MAX_SIDE / Math.max(place.width, place.height));
    const [width, height] = [place.width * scale, place.height * scale];
    const surface = createCanvas(Math.max(1, Math.ceil(width)), Math.max(1, Math.ceil(height)));
    this.animation.render(surface.getContext('2d'), { x: 0, y: 0, width, height });
    context.imageSmoothingQuality = 'high';
    context.drawImage(surface, 0, 0, width, height, place.x, place.y, place.width, place.height);
  }
}
