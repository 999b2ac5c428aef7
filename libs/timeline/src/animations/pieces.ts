import type { ResolvedAnimation, TextSplit } from '#libs/template';
import type { ClipRegion } from '../geometry/clip-shape.js';
import type { Matrix, Rect } from '../geometry/geometry.js';

export type PieceKind = Exclude<TextSplit, 'none'>;

/** How the pieces of a split text move, each on its own: plain data for `pieceMotion`, which needs to be told where a piece stands. */
export interface Pieces {
  /** The finest kind of piece that moves; a painter cuts the text into these. */
  by: PieceKind;
  tracks: readonly PieceTrack[];
  /** Of the layer's parent, pixels: what distances in per cent refer to. */
  parent: { width: number; height: number };
}

/** One animation of a split text at one instant. */
export interface PieceTrack {
  /** Its kind of piece; may be coarser than that of the whole. */
  by: PieceKind;
  side: 'enter' | 'exit' | 'loop';
  animation: ResolvedAnimation;
  /** Seconds since the first piece began, negative before; of an exit: seconds until the last piece is gone. */
  clockS: number;
  /** Seconds one piece takes. */
  durationS: number;
  /** Seconds the staggers may take in all; where they would take more they shrink. */
  roomS: number;
}

/**
 * Where one line, word or letter stands among those of its text. Letters are grapheme clusters that show something, words
 * what lies between white space (where a script writes none, what Unicode calls a word); both number in reading order.
 */
export interface PiecePlace {
  /** 0 … count − 1. */
  index: number;
  /** Pieces of this kind in the text as it is laid out. */
  count: number;
  /** Local pixels; the height is the line's. */
  box: Rect;
}

/** The place of a piece, and of the coarser pieces it is part of: a letter with its word and its line. */
export type PiecePlaces = Partial<Record<PieceKind, PiecePlace>>;

/** What its motion makes of one piece at one instant. */
export interface PieceMotion {
  /** Local → local pixels, before the node's matrix. */
  matrix: Matrix;
  /** 0 … 1; pieces at 0 need not be painted. */
  opacity: number;
  /** Standard deviation of a Gaussian, local pixels before `matrix`; 0 for none. */
  blur: number;
  /** Outlines in local pixels before `matrix`; the piece shows inside all of them. Empty: all of it. */
  clips: readonly ClipRegion[];
}
