import type { Matrix } from '#libs/document';
import type { Direction, TransitionType } from '#libs/template';
import type { ClipShape } from '../geometry/clip-shape.js';

/**
 * The combination of two pages. To draw it: fill the frame with `backdrop`, place the lower page according to its
 * `PageTransition`, then the upper one. A cross-fade is the upper page with partial opacity, which mixes the two
 * linearly.
 */
export interface SceneTransition {
  type: Exclude<TransitionType, 'none'>;
  /** 0 (only the leaving page) … 1 (only the entering page), after easing. For display, not for drawing. */
  progress: number;
  /** Direction, for the types that have one. */
  direction?: Direction;
  /** Opaque CSS color below both pages. */
  backdrop: string;
  /** The upper page. */
  upper: 'entering' | 'leaving';
  leaving: PageTransition;
  entering: PageTransition;
}

/**
 * The change that a transition makes to one finished page, an opaque picture of the size of the frame. Applied in this
 * order: `mosaic`, `blur`, `clip` and `dissolve` (both in pixels of the page), `matrix`, `opacity`.
 */
export interface PageTransition {
  /** Page → frame pixels: a translation, a scale, or both; never a rotation. */
  matrix: Matrix;
  /** 0 … 1; at 0 the page need not be drawn. */
  opacity: number;
  /** The visible part of the page; its bounds are the page. Absent: all of it. */
  clip?: ClipShape;
  /**
   * The share of the way of the clip's edge over which the edge fades, above 0; the edge goes that much further. Absent: a
   * hard edge.
   */
  feather?: number;
  /**
   * Standard deviation of a Gaussian in pixels, > 0. The pixels at the edge of the page repeat beyond it, so the page
   * stays opaque.
   */
  blur?: number;
  /**
   * Edge of square blocks in pixels, even, ≥ 2, counted from the center of the page. Each block has the mean color of
   * its pixels.
   */
  mosaic?: number;
  /** Only some grains of the page are visible (see `dissolves`). */
  dissolve?: Dissolve;
}

/** Square grains of a page, in an order that looks random and is always the same. */
export interface Dissolve {
  /** 0 … 1: the share of visible grains. */
  shown: number;
  /** Edge of a grain in pixels, even, so that grains contain whole chroma samples. */
  grain: number;
  seed: number;
}
