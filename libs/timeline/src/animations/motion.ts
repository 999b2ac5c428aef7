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

export const STILL: Motion = {
  dx: 0,
  dy: 0,
  scaleX: 1,
  scaleY: 1,
  rotation: 0,
  opacity: 1,
  blur: 0,
  clips: [],
  drawn: 1,
  counted: 1,
  camera: { zoom: 1, x: 0, y: 0 },
};

/** Two motions at once. */
export function combine(one: Motion, other: Partial<Motion>): Motion {
  const { dx, dy, scaleX, scaleY, rotation, opacity, blur, clips, drawn, counted, camera } = { ...STILL, ...other };
  return {
    dx: one.dx + dx,
    dy: one.dy + dy,
    scaleX: one.scaleX * scaleX,
    scaleY: one.scaleY * scaleY,
    rotation: one.rotation + rotation,
    opacity: one.opacity * opacity,
    blur: one.blur + blur,
    clips: [...one.clips, ...clips],
    drawn: one.drawn * drawn,
    counted: one.counted * counted,
    camera: { zoom: one.camera.zoom * camera.zoom, x: one.camera.x + camera.x, y: one.camera.y + camera.y },
  };
}
