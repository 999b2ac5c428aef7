import type { Matrix, Rect } from '#libs/document';
import type { Remark } from '#libs/template';
import type { BoxClip, PieceKind, PiecePlaces } from '#libs/timeline';
import type { Context } from './skia.js';

/** The state of a drawing's animations in a frame; see `SceneNode`. */
export interface Pose {
  /** 0..1: the drawn part of strokes, bars and slices; absent: all. */
  readonly drawn?: number;
  /** Moves and scales an image or footage inside its box. Local → local px. */
  readonly picture?: Matrix;
}

/** A layer, laid out: paintable at any scale. Coordinates are local, in px of the layer's box. */
export interface Drawing {
  /** The area that painting can touch, shadows and overhanging letters included. */
  readonly ink: Rect;
  /** Texts: the part of it that letters cover. */
  readonly letters?: Rect;
  /** Whether it contains gradual changes of color (gradients, blur, photographs), which need dithering to avoid bands. */
  readonly isSmooth: boolean;
  /** Remarks for the author: a text that does not fit its box, labels left out. */
  readonly remarks?: readonly Remark[];
  /** Images and footage: pixels of the file per local pixel. */
  readonly resolution?: number;
  /** Images that are nothing but a picture in a box: how the picture looks in a box of another size. */
  readonly inBox?: (box: LayerBox) => PictureInBox;
  /** Footage: pixels of its picture, which are converted whenever it is painted. */
  readonly converted?: number;
  /** Layers that play: names the moment shown. Equal content and equal moment give equal pixels. */
  readonly moment?: string;
  /** Paints into a context whose transform maps local px to device px. Restores the state of the context. */
  paint(context: Context, pose: Pose): void;
  /** Texts: the same drawing in lines, words or letters. */
  cut?(by: PieceKind): TextPieces;
}

/** Local px around a picture that is not cut by its box, in which its edges are repeated: it is to be cut, not to fade there. */
export const EDGE = 4;

/** A picture that is laid out in a box, not cut by it, with its edges around it. */
export interface PictureInBox extends Pick<Drawing, 'isSmooth' | 'paint'> {
  /** Local px of the box. */
  readonly place: Rect;
}

/** A part of a drawing, in local px. */
export interface Part {
  /** The area that painting can touch. */
  readonly ink: Rect;
  /** Paints into a context whose transform maps local px to device px. Restores the state of the context. */
  paint(context: Context): void;
}

/** A part of a piece of a text. */
export interface TextPart extends Part {
  /** Whether it is painted for an opaque piece only, or for a translucent one. Absent: for both. */
  readonly only?: 'opaque' | 'translucent';
}

/** A line, word or letter of a text. */
export interface TextPiece {
  /** Its place, and the places of the coarser pieces that contain it. */
  readonly places: PiecePlaces;
  /** From below: shadows, outline, letters. All pieces of a text have the same number of them. */
  readonly parts: readonly TextPart[];
}

/**
 * A text in pieces. Painting the first part of all of them in order, then the second of all, and so on, gives the whole text.
 */
export interface TextPieces {
  /** The plate below all pieces; it does not move with them. */
  readonly ground?: Part;
  /** The visible area, which does not move with the pieces; absent: everywhere. */
  readonly clip?: BoxClip;
  /** In reading order. */
  readonly pieces: readonly TextPiece[];
}

/** The size of a layer's box, px. */
export interface LayerBox {
  readonly width: number;
  readonly height: number;
}
