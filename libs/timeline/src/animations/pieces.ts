import type { Matrix, Rect } from '#libs/document';
import type { ResolvedAnimation, TextSplit } from '#libs/template';
import type { ClipRegion } from '../geometry/clip-shape.js';

export type PieceKind = Exclude<TextSplit, 'none'>;

/** The motion of the pieces of a split text. Plain data for `pieceMotion`, which also needs the place of a piece. */
export interface Pieces {
  /** The finest kind of piece that moves. A painter cuts the text into these. */
  by: PieceKind;
  tracks: readonly PieceTrack[];
  /** Pixels of the parent of the layer, which percentages refer to. */
  parent: { width: number; height: number };
}

/** One animation of a split text at one instant. */
export interface PieceTrack {
  /** The kind of piece that it moves; may be coarser than `by` of the text. */
  by: PieceKind;
  side: 'enter' | 'exit' | 'loop';
  animation: ResolvedAnimation;
  /**
   * Seconds since the start of the first piece, negative before it. For an exit: seconds until the end of the last
   * piece.
   */
  clockS: number;
  /** Duration of one piece in seconds. */
  durationS: number;
  /** Seconds available for all staggers, which shrink to fit. */
  roomS: number;
}

/**
 * The place of one line, word or letter in its text. Letters are visible grapheme clusters. Words are separated by
 * white space, or in scripts without it by the word boundaries of Unicode. Both are numbered in reading order.
 */
export interface PiecePlace {
  /** 0 … count − 1. */
  index: number;
  /** Number of pieces of this kind in the laid-out text. */
  count: number;
  /** Local pixels; the height is that of the line. */
  box: Rect;
}

/** The place of a piece, and of the coarser pieces that contain it: for a letter, its word and its line. */
export type PiecePlaces = Partial<Record<PieceKind, PiecePlace>>;

/** The motion of one piece at one instant. */
export interface PieceMotion {
  /** Local → local pixels, before the node's matrix. */
  matrix: Matrix;
  /** 0 … 1; pieces at 0 need not be painted. */
  opacity: number;
  /** Standard deviation of a Gaussian, local pixels before `matrix`; 0 for none. */
  blur: number;
  /** Outlines in local pixels before `matrix`. The piece is visible inside all of them; without any, completely. */
  clips: readonly ClipRegion[];
}
