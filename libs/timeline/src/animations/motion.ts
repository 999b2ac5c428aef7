import type { ClipShape } from '../geometry/clip-shape.js';

/** What animations do to a settled layer, as far as it has come. */
export interface Motion {
  /** A move, pixels of the layer's parent. */
  dx: number;
  dy: number;
  /** Factors along the layer's own axes about the middle of its box; negative ones mirror. */
  scaleX: number;
  scaleY: number;
  /** Clockwise degrees about the middle of its box. */
  rotation: number;
  /** Factor, 0 … 1. */
  opacity: number;
  /** Standard deviation, pixels of the layer. */
  blur: number;
  clips: readonly Exclude<ClipShape, { kind: 'box' }>[];
  /** 0 … 1: how much of strokes, bars and slices is there. */
  drawn: number;
  /** 0 … 1: how far its numbers have counted. */
  counted: number;
  /** A camera over the layer's picture, which the layer's own outline does not follow. */
  camera: Camera;
}

export interface Camera {
  /** ≥ 1. */
  zoom: number;
  /** How far the picture is shifted, in parts of the box; the zoom leaves enough of it. */
  x: number;
  y: number;
}
