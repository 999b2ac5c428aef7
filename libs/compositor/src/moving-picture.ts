import type { Address, Kernel } from './kernel.js';
import { offsets } from './placement.js';
import { type LayerPlanes, UPLOAD_BYTES } from './planes.js';
import type { Rect } from './rect.js';

/** A picture of footage. It replaces the colors of a raster, whose coverage stays. */
export interface MovingPicture {
  /** Equal ids have equal pixels. */
  readonly id: string;
  /** Its place in the raster, raster pixels: even, inside. The raster is transparent around it, on the right up to a multiple of 8. */
  readonly area: Rect;
  /** Whether it has an alpha. It is then visible as far as both this and the raster's coverage let it. */
  readonly hasAlpha?: boolean;
  /**
   * I420 of the area's size, BT.709 limited range; with an alpha, premultiplied RGBA. Called only when the planes do not contain
   * the picture yet.
   */
  pixels(): Uint8Array;
}

/** The pixels of an area that a raster does not cover wholly. */
export interface SoftPixels {
  readonly luma: SoftPlane;
  readonly chroma: SoftPlane;
}

interface SoftPlane {
  /** Offsets into a plane. */
  readonly at: Uint32Array;
  /** Their coverage, 0..254. */
  readonly cover: Uint8Array;
}

/** Finds the pixels of an area whose colors have to be premultiplied: corners and edges. */
export function findSoftPixels(kernel: Kernel, layer: LayerPlanes, area: Rect): SoftPixels {
  const half = { x: area.x / 2, y: area.y / 2, width: area.width / 2, height: area.height / 2 };
  return {
    luma: softPixels(kernel.memory, { alpha: layer.a, stride: layer.width }, area),
    chroma: softPixels(kernel.memory, { alpha: layer.c, stride: layer.width / 2 }, half),
  };
}

function softPixels(memory: Uint8Array, plane: { alpha: number; stride: number }, area: Rect): SoftPlane {
  const found: number[] = [];
  for (let row = area.y; row < area.y + area.height; row++) {
    const start = row * plane.stride + area.x;
    for (let at = start; at < start + area.width; at++) if (memory[plane.alpha + at] !== 255) found.push(at);
  }
  return { at: Uint32Array.from(found), cover: Uint8Array.from(found, (at) => memory[plane.alpha + at]!) };
}

/**
 * Replaces a layer's colors with a picture, premultiplied by the layer's coverage. The coverage stays, or is multiplied by the
 * picture's alpha.
 *
 * @param upload address of UPLOAD_BYTES
 */
export function loadPicture(
  { kernel, upload }: { readonly kernel: Kernel; readonly upload: Address },
  layer: LayerPlanes,
  picture: MovingPicture,
  { luma, chroma }: SoftPixels,
): void {
  if (picture.hasAlpha) loadPixelsWithAlpha(kernel, upload, layer, picture);
  else loadPlanes(kernel, layer, picture);
  const { memory } = kernel;
  premultiply(memory, layer.y, luma);
  premultiply(memory, layer.u, chroma);
  premultiply(memory, layer.v, chroma);
  if (!picture.hasAlpha) return;
  premultiply(memory, layer.a, luma);
  premultiply(memory, layer.c, chroma);
}

function loadPlanes({ memory }: Kernel, layer: LayerPlanes, picture: MovingPicture): void {
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
}

/** Converts a picture in bands that fit the upload buffer. Its rows are lengthened there by transparent pixels. */
function loadPixelsWithAlpha(kernel: Kernel, upload: Address, layer: LayerPlanes, picture: MovingPicture): void {
  const { area } = picture;
  const pixels = picture.pixels();
  const width = Math.ceil(area.width / 8) * 8;
  const rgbaStride = 4 * width;
  const most = Math.floor(UPLOAD_BYTES / rgbaStride / 2) * 2;
  kernel.memory.fill(0, upload, upload + Math.min(most, area.height) * rgbaStride);
  for (let top = 0; top < area.height; top += most) {
    const height = Math.min(most, area.height - top);
    for (let row = 0; row < height; row++) {
      const from = 4 * area.width * (top + row);
      kernel.memory.set(pixels.subarray(from, from + 4 * area.width), upload + row * rgbaStride);
    }
    const at = offsets(layer.width, area.x, area.y + top);
    kernel.toPlanes({
      ...{ rgba: upload, rgbaStride, width, height, dither: false },
      ...{ y: layer.y + at.luma, a: layer.a + at.luma, lumaStride: layer.width },
      ...{ u: layer.u + at.chroma, v: layer.v + at.chroma, c: layer.c + at.chroma, chromaStride: layer.width / 2 },
    });
  }
}

function premultiply(memory: Uint8Array, plane: Address, { at, cover }: SoftPlane): void {
  for (const [index, offset] of at.entries()) {
    memory[plane + offset] = Math.round((memory[plane + offset]! * cover[index]!) / 255);
  }
}
