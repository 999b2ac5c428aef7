import type { Address, Kernel } from './kernel.js';
import { type LayerPlanes, UPLOAD_BYTES } from './planes.js';
import { offsets } from './placement.js';
import { intersect, type Rect, shrinkEven, subtract } from './rect.js';

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
  /**
   * Whether it has an alpha and is premultiplied RGBA, see `loadPictureWithAlpha`: of the size of the area. It is visible as far
   * as both this and the raster's coverage let it.
   */
  readonly hasAlpha?: boolean;
  /** I420, BT.709 limited range. Called only when the planes do not contain the picture yet. */
  pixels(): Uint8Array;
}

/** The length of a side of a picture, even, after a number of halvings: in whole chroma cells. */
export function halvedSide(length: number, halvings: number): number {
  return 2 * Math.ceil(length / 2 / 2 ** halvings);
}

/** The most halvings: of a picture 16,384 pixels wide, so many rows as make one still fit the upload buffer. */
export const MOST_HALVINGS = 5;

/** A kernel, and memory through which pictures reach it: UPLOAD_BYTES and slack. */
interface Loading {
  readonly kernel: Kernel;
  readonly upload: Address;
}

/** Replaces a layer's colors with a picture, premultiplied by the layer's coverage, which stays. */
export function loadPicture(loading: Loading, layer: LayerPlanes, picture: MovingPicture): void {
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
  premultiply(loading.kernel, layer, area);
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

/** Premultiplies the pixels of an area around the layer's opaque part. */
function premultiply(kernel: Kernel, layer: LayerPlanes, area: Rect): void {
  for (const soft of subtract(area, intersect(shrinkEven(layer.opaque), area))) {
    const at = offsets(layer.width, soft.x, soft.y);
    const luma = { targetStride: layer.width, maskStride: layer.width, width: soft.width, height: soft.height };
    kernel.scale({ ...luma, target: layer.y + at.luma, mask: layer.a + at.luma });
    const stride = layer.width / 2;
    const chroma = { targetStride: stride, maskStride: stride, width: soft.width / 2, height: soft.height / 2 };
    for (const plane of [layer.u, layer.v]) {
      kernel.scale({ ...chroma, target: plane + at.chroma, mask: layer.c + at.chroma });
    }
  }
}
