import type { ClipShape } from '../geometry/clip-shape.js';

/** The change of a settled layer by its animations at one instant. */
export interface Motion {
  /** Translation in pixels of the parent of the layer. */
  dx: number;
  dy: number;
  /** Factors along the axes of the layer, around the center of its box. Negative factors mirror. */
  scaleX: number;
  scaleY: number;
  /** Clockwise degrees around the center of its box. */
  rotation: number;
  /** Factor, 0 … 1. */
  opacity: number;
  /** Standard deviation, pixels of the layer. */
  blur: number;
  clips: readonly Exclude<ClipShape, { kind: 'box' }>[];
  /** 0 … 1: the drawn share of strokes, bars and slices. */
  drawn: number;
  /** 0 … 1: progress of counting numbers. */
  counted: number;
  /** A camera over the picture of the layer. The outline of the layer does not follow it. */
  camera: Camera;
}

export interface Camera {
  /** ≥ 1. */
  zoom: number;
  /** Shift of the picture as a fraction of the box, at most as much as the zoom allows. */
  x: number;
  y: number;
}
