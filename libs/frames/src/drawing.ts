import type { BoxClip, Matrix, PieceKind, PiecePlaces, Rect } from '#libs/timeline';
import type { Context } from './skia.js';

/** How far a picture's own animation has come; what says nothing is absent. See `SceneNode`. */
interface Pose {
  /** 0..1: how much of strokes, bars and slices has been drawn. */
  readonly drawn?: number;
  /** Moves and scales an image or clip inside its box. Local → local px. */
  readonly picture?: Matrix;
}

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
  paint(context: Context, pose: Pose): void;
  /** Of texts: the same picture cut into lines, words or letters. */
  cut?(by: PieceKind): TextPieces;
}

/** A part of a picture, in the layer's own px. */
interface Part {
  /** Everything it can touch. */
  readonly ink: Rect;
  /** Paints into a context whose transform maps local px to device px. Leaves the context as it found it. */
  paint(context: Context): void;
}

/** A line, word or letter of a text. */
export interface TextPiece extends Part {
  /** Where it stands, and where the coarser pieces stand that it is part of. */
  readonly places: PiecePlaces;
}

/** A text in pieces; painted in order they show what the whole shows. */
export interface TextPieces {
  /** What lies below them all and does not move with them. */
  readonly ground?: Part;
  /** Where the pieces show, wherever they move to; absent: everywhere. */
  readonly clip?: BoxClip;
  /** In reading order. */
  readonly pieces: readonly TextPiece[];
}

/** A layer's own box, px. */
export interface LayerBox {
  readonly width: number;
  readonly height: number;
}
