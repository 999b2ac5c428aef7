import type { ResolvedLayer } from './resolved-layer.js';

/** An affine map in canvas order: x' = a x + c y + e, y' = b x + d y + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** Pixels. */
export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * What one frame shows, with nothing left to decide: painters and compositors know neither time nor defaults.
 * One page, or two while a transition runs: `pages[0]` leaves, `pages[1]` enters.
 */
export interface Scene {
  /** Pixels of the output. */
  width: number;
  height: number;
  pages: readonly ScenePage[];
  transition?: SceneTransition;
}

/** How far the entering page has replaced the leaving one. */
export interface SceneTransition {
  type: 'fade';
  /** 0 (only the leaving page) … 1 (only the entering page), easing already applied. */
  progress: number;
}

export interface ScenePage {
  /** `pages[0]`. */
  key: string;
  /** An opaque CSS colour that fills the page first: the document's background over white. */
  underlay: string;
  /** CSS paint (colour or gradient) over the underlay; may be translucent. Equal to the underlay where the page sets none. */
  background: string;
  /** Paint order, the last on top; invisible layers are left out. */
  nodes: readonly SceneNode[];
}

/** One visible layer at one instant. */
export interface SceneNode {
  /** Identity over frames: `pages[0].layers[2]`. */
  key: string;
  layer: ResolvedLayer;
  /** Equal content ⇒ the same raster, so repaint only when it changes. Not affected by `matrix`, `opacity` or `timeS`. */
  content: string;
  /** The layer's own box in pixels; its local coordinates run 0…width, 0…height. Not rounded. */
  box: { width: number; height: number };
  /** Local → frame pixels: position, anchor, rotation, scale, enter and exit motion. */
  matrix: Matrix;
  /**
   * The matrix to paint the raster for: where the layer lies when it is at rest, without enter, exit and loop motion; of
   * keyframed values the last keyframe's, but the largest scale. Constant while `content` is. A painter is sharp at
   * `matrix === rest` and resamples the same raster while the layer moves, so equal values must be equal bit for bit.
   */
  rest: Matrix;
  /** Greater than 0, at most 1. */
  opacity: number;
  /** Seconds since the layer's start. */
  timeS: number;
}
