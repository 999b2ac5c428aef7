import type { Rect } from '#libs/timeline';
import type { Context } from './skia.js';

/** A layer's picture, laid out and ready to be painted at any scale. Coordinates are the layer's own, in px of its box. */
export interface Drawing {
  /** Everything the picture can touch, shadows and overhanging letters included. */
  readonly ink: Rect;
  /** Whether colours run into each other (gradients, blur, photographs), so that rounding them alike would show bands. */
  readonly isSmooth: boolean;
  /** What the author should know of it, each a clause such as `the text does not fit its box`. */
  readonly remarks?: readonly string[];
  /** Of photographs and clips: their own pixels per local pixel. */
  readonly resolution?: number;
  /** What the picture shows besides its content, of clips: equal content and equal moment give equal pixels. */
  readonly moment?: string;
  /** Paints into a context whose transform maps local px to device px. Leaves the context as it found it. */
  paint(context: Context): void;
}

/** A layer's own box, px. */
export interface LayerBox {
  readonly width: number;
  readonly height: number;
}
