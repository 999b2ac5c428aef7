import type { Address, Kernel } from './kernel.js';
import { offsets } from './placement.js';
import { type LayerPlanes, UPLOAD_BYTES } from './planes.js';
import type { Rect } from './rect.js';

/** A picture of footage. It replaces the colors of a raster, whose coverage stays. */
export interface MovingPicture {
  /** Equal ids have equal pixels. */
  readonly id: string;
  /**
   * Its place in the raster, raster pixels: even, inside. The raster is transparent around it. A place of several times its
   * size repeats it.
   */
  readonly area: Rect;
  /** Size of its pixels; even. As often halved as `halvings` says, and rounded up to whole chroma cells, it fills the area. */
  readonly width: number;
  readonly height: number;
  readonly halvings: number;
  /** Whether it has an alpha. It is then visible as far as both this and the raster's coverage let it; neither halved nor repeated. */
  readonly hasAlpha?: boolean;
  /**
   * I420, BT.709 limited range; with an alpha, premultiplied RGBA. Called only when the planes do not contain the picture
   * yet.
   */
  pixels(): Uint8Array;
}

/** The length of a side of a picture, even, after a number of halvings: in whole chroma cells. */
export function halvedSide(length: number, halvings: number): number {
  return 2 * Math.ceil(length / 2 / 2 ** halvings);
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

/** The most halvings: of a picture 16,384 pixels wide, so many rows as make one still fit the upload buffer. */
export const MOST_HALVINGS = 5;

/** A kernel, and memory through which pictures reach it: UPLOAD_BYTES and slack. */
interface Loading {
  readonly kernel: Kernel;
  readonly upload: Address;
}

/**
 * Replaces a layer's colors with a picture, premultiplied by the layer's coverage. The coverage stays, or is multiplied by
 * the picture's alpha.
 */
export function loadPicture(
  loading: Loading,
  layer: LayerPlanes,
  picture: MovingPicture,
  { luma, chroma }: SoftPixels,
): void {
  if (picture.hasAlpha) loadPixelsWithAlpha(loading, layer, picture);
  else loadPlanes(loading, layer, picture);
  const { memory } = loading.kernel;
  premultiply(memory, layer.y, luma);
  premultiply(memory, layer.u, chroma);
  premultiply(memory, layer.v, chroma);
  if (!picture.hasAlpha) return;
  premultiply(memory, layer.a, luma);
  premultiply(memory, layer.c, chroma);
}

function loadPlanes(loading: Loading, layer: LayerPlanes, picture: MovingPicture): void {
  const { memory } = loading.kernel;
  const { width, height, halvings, area } = picture;
  const pixels = picture.pixels();
  const load = (from: number, plane: number, half: 1 | 2): void => {
    const targetStride = layer.width / half;
    const size = { width: width / half, height: height / half };
    const target = plane + (area.y / half) * targetStride + area.x / half;
    const part = { ...size, pixels: pixels.subarray(from, from + size.width * size.height), target, targetStride };
    if (halvings === 0) copyRows(memory, part);
    else loadHalved(loading, part, halvings);
    const tile = { width: halvedSide(width, halvings) / half, height: halvedSide(height, halvings) / half };
    const whole = { width: area.width / half, height: area.height / half };
    if (whole.width > tile.width || whole.height > tile.height) repeat(loading.kernel, { ...part, ...tile }, whole);
  };
  const luma = width * height;
  load(0, layer.y, 1);
  load(luma, layer.u, 2);
  load(luma * 1.25, layer.v, 2);
}

/** Converts a picture in bands that fit the upload buffer. Its rows are lengthened there by transparent pixels. */
function loadPixelsWithAlpha({ kernel, upload }: Loading, layer: LayerPlanes, picture: MovingPicture): void {
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

/** A plane of a picture, and where it is loaded. */
interface PlaneLoad {
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly target: Address;
  readonly targetStride: number;
}

function copyRows(memory: Uint8Array, { pixels, width, height, target, targetStride }: PlaneLoad): void {
  for (let row = 0; row < height; row++) {
    memory.set(pixels.subarray(row * width, (row + 1) * width), target + row * targetStride);
  }
}

/** Repeats the part of a plane that is loaded over a whole number of tiles, doubling it. */
function repeat(
  kernel: Kernel,
  { target, targetStride, width, height }: Omit<PlaneLoad, 'pixels'>,
  whole: { readonly width: number; readonly height: number },
): void {
  const strides = { source: target, sourceStride: targetStride, targetStride };
  for (let filled = width; filled < whole.width; filled *= 2) {
    const size = { width: Math.min(filled, whole.width - filled), height };
    kernel.copyRect({ ...strides, ...size, target: target + filled });
  }
  for (let filled = height; filled < whole.height; filled *= 2) {
    const size = { width: whole.width, height: Math.min(filled, whole.height - filled) };
    kernel.copyRect({ ...strides, ...size, target: target + filled * targetStride });
  }
}

/** Loads a plane halved a number of times, in bands of rows that fit half of the upload buffer: they are halved into the other half and back. */
function loadHalved({ kernel, upload }: Loading, plane: PlaneLoad, halvings: number): void {
  const { pixels, width, height, target, targetStride } = plane;
  const step = 2 ** halvings;
  const bandRows = Math.floor(UPLOAD_BYTES / 2 / width / step) * step;
  for (let top = 0; top < height; top += bandRows) {
    const rows = Math.min(bandRows, height - top);
    kernel.memory.set(pixels.subarray(top * width, (top + rows) * width), upload);
    let part = { source: upload, sourceStride: width, width, height: rows };
    for (let i = 1; i < halvings; i++) {
      const between = upload + (i % 2 === 1 ? UPLOAD_BYTES / 2 : 0);
      const size = { width: Math.ceil(part.width / 2), height: Math.ceil(part.height / 2) };
      kernel.halve({ ...part, target: between, targetStride: size.width });
      part = { ...size, source: between, sourceStride: size.width };
    }
    kernel.halve({ ...part, target: target + (top / step) * targetStride, targetStride });
  }
}

function premultiply(memory: Uint8Array, plane: Address, { at, cover }: SoftPlane): void {
  for (const [index, offset] of at.entries()) {
    memory[plane + offset] = Math.round((memory[plane + offset]! * cover[index]!) / 255);
  }
}
