import type { Kernel } from './kernel.js';
import type { LayerPlanes } from './planes.js';
import type { Rect } from './rect.js';

/** A picture of footage. It replaces the colors of a raster, whose coverage stays. */
export interface MovingPicture {
  /** Equal ids have equal pixels. */
  readonly id: string;
  /** Its place in the raster, raster pixels: even, inside. The raster is transparent around it. */
  readonly area: Rect;
  /** I420 of the area's size, BT.709 limited range. Called only when the planes do not contain the picture yet. */
  pixels(): Uint8Array;
}

/** The pixels of an area that are not opaque, as offsets into the full-size and half-size planes. */
export interface SoftPixels {
  readonly luma: Uint32Array;
  readonly chroma: Uint32Array;
}

/** Finds the pixels of an area whose colors have to be premultiplied: corners and edges. */
export function findSoftPixels(kernel: Kernel, layer: LayerPlanes, area: Rect): SoftPixels {
  const half = { x: area.x / 2, y: area.y / 2, width: area.width / 2, height: area.height / 2 };
  return {
    luma: softOffsets(kernel.memory, { alpha: layer.a, stride: layer.width }, area),
    chroma: softOffsets(kernel.memory, { alpha: layer.c, stride: layer.width / 2 }, half),
  };
}

function softOffsets(memory: Uint8Array, plane: { alpha: number; stride: number }, area: Rect): Uint32Array {
  const found: number[] = [];
  for (let row = area.y; row < area.y + area.height; row++) {
    const start = row * plane.stride + area.x;
    for (let at = start; at < start + area.width; at++) if (memory[plane.alpha + at] !== 255) found.push(at);
  }
  return Uint32Array.from(found);
}

/** Replaces a layer's colors with a picture, premultiplied by the layer's coverage, which stays. */
export function loadPicture(kernel: Kernel, layer: LayerPlanes, picture: MovingPicture, soft: SoftPixels): void {
  const { memory } = kernel;
  const { x, y, width, height } = picture.area;
  const pixels = picture.pixels();
  const luma = width * height;
  const copy = (from: number, plane: number, half: 1 | 2): void => {
    const stride = layer.width / half;
    const count = width / half;
    for (let row = 0; row < height / half; row++) {
      const source = from + row * count;
      memory.set(pixels.subarray(source, source + count), plane + (y / half + row) * stride + x / half);
    }
  };
  copy(0, layer.y, 1);
  copy(luma, layer.u, 2);
  copy(luma * 1.25, layer.v, 2);
  premultiply(memory, layer.y, layer.a, soft.luma);
  premultiply(memory, layer.u, layer.c, soft.chroma);
  premultiply(memory, layer.v, layer.c, soft.chroma);
}

function premultiply(memory: Uint8Array, plane: number, alpha: number, offsets: Uint32Array): void {
  for (const at of offsets) memory[plane + at] = Math.round((memory[plane + at]! * memory[alpha + at]!) / 255);
}
