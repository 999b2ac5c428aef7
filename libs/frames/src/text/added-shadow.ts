import type { Rect } from '#libs/document';
import type { PaintedShadow } from '../paint/css-shadow.js';
import { paintApart } from '../paint/paint-apart.js';
import { type Context, createCanvas, freePicture, ImageData } from '../skia.js';
import type { PlacedLine } from './layout.js';
import { castShadows } from './paint-text.js';
import { type SetText, withLines } from './set-text.js';

/** The part of a piece in the shadow of a text: all but the shadow of the pieces before it. */
interface AddedShadow {
  readonly whole: SetText;
  /** The piece. */
  readonly line: PlacedLine;
  /** The pieces before it whose shadows may overlap its own. */
  readonly before: readonly PlacedLine[];
  readonly shadow: PaintedShadow;
  /** The shadow is inside of it, local px. */
  readonly area: Rect;
}

/**
 * Paints so much of a piece's shadow that painting those of all pieces, one over the other, gives the shadow of the whole text:
 * where shadows overlap they add up, and pictures that are painted over each other do not.
 */
export function paintAddedShadow(context: Context, { whole, line, before, shadow, area }: AddedShadow): void {
  if (before.length === 0) {
    castShadows(context, withLines(whole, [line]), [shadow]);
    return;
  }
  paintApart(context, area, (own) => {
    const { width, height } = own.canvas;
    const without = coverOf(own, withLines(whole, before), shadow);
    const together = coverOf(own, withLines(whole, [...before, line]), shadow);
    const { r, g, b, alpha } = shadow.color;
    const pixels = new Uint8ClampedArray(width * height * 4);
    for (let at = 0; at < pixels.length; at += 4) {
      const [below, all] = [without[at + 3]! * alpha, together[at + 3]! * alpha];
      pixels[at] = r;
      pixels[at + 1] = g;
      pixels[at + 2] = b;
      pixels[at + 3] = below < 255 ? (255 * (all - below)) / (255 - below) : 0;
    }
    own.putImageData(new ImageData(pixels, width, height), 0, 0);
  });
}

/** The pixels of an opaque shadow, with the size and the transform of a context. */
function coverOf(like: Context, text: SetText, shadow: PaintedShadow): Uint8ClampedArray {
  const { width, height } = like.canvas;
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.setTransform(like.getTransform());
  castShadows(context, text, [{ ...shadow, color: { ...shadow.color, alpha: 1 } }]);
  const { data } = context.getImageData(0, 0, width, height);
  freePicture(canvas);
  return data;
}
