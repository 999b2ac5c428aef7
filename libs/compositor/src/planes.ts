import type { Address, Kernel } from './kernel.js';
import { NOTHING, type Rect } from './rect.js';

/** A frame in I420: full-size Y, then U and V at half size, one after another without gaps. Its size is even. */
export interface FramePlanes {
  readonly width: number;
  readonly height: number;
  readonly y: Address;
  readonly u: Address;
  readonly v: Address;
}

/** A frame that begins transparent: what is drawn adds up in premultiplied colors, alpha and mean alpha of chroma cells. */
export interface SurfacePlanes extends FramePlanes {
  readonly a: Address;
  readonly c: Address;
}

/** A layer's raster as premultiplied YUVA 4:2:0: Y and alpha full-size, U, V and mean alpha at half size. */
export interface LayerPlanes {
  /** Pixels; a multiple of 8 in rasters; also the stride of y and a; half of it is the stride of u, v and c. */
  readonly width: number;
  /** Pixels; even. */
  readonly height: number;
  readonly y: Address;
  readonly a: Address;
  readonly u: Address;
  readonly v: Address;
  readonly c: Address;
  /** An area known to be wholly opaque, or empty. */
  readonly opaque: Rect;
  /** The same bytes for `Kernel.turn`; absent unless the raster is placed turned. */
  readonly interleaved?: InterleavedPlanes;
}

/** The planes of a layer byte by byte beside each other. */
export interface InterleavedPlanes {
  /** Y and alpha: two bytes a pixel. */
  readonly luma: Address;
  /** U, V and mean alpha: four bytes a chroma cell. */
  readonly chroma: Address;
}

/** Bytes after every plane that the kernel may read, or rewrite with their own value. */
export const SLACK_BYTES = 64;

/** Bytes of one I420 frame. */
export function frameBytes(width: number, height: number): number {
  return (width * height * 3) / 2;
}

/** The planes of a frame at an address followed by frameBytes + SLACK_BYTES. */
export function frameAt(address: Address, width: number, height: number): FramePlanes {
  const luma = width * height;
  return { width, height, y: address, u: address + luma, v: address + luma + luma / 4 };
}

/** Bytes of one layer's five planes, slack included. */
export function layerBytes(width: number, height: number): number {
  return (width * height * 11) / 4 + 5 * SLACK_BYTES;
}

/** The planes of a layer at an address followed by layerBytes. Its opaque area is not known yet. */
export function layerPlanesAt(address: Address, width: number, height: number): Omit<LayerPlanes, 'opaque'> {
  const luma = width * height + SLACK_BYTES;
  const chroma = (width * height) / 4 + SLACK_BYTES;
  const u = address + 2 * luma;
  return { width, height, y: address, a: address + luma, u, v: u + chroma, c: u + 2 * chroma };
}

/** Bytes of one layer's interleaved planes, slack included. */
export function interleavedBytes(width: number, height: number): number {
  return 3 * width * height + 2 * SLACK_BYTES;
}

/** Interleaves the planes of a layer at an address followed by interleavedBytes. */
export function interleave(kernel: Kernel, layer: LayerPlanes, address: Address): InterleavedPlanes {
  const { width, height, y, a, u, v, c } = layer;
  const [luma, chroma] = [address, address + 2 * width * height + SLACK_BYTES];
  const half = { width: width / 2, height: height / 2 };
  kernel.interleave({ target: luma, targetStride: 2 * width, sources: [y, a], sourceStride: width, width, height });
  kernel.interleave({
    ...{ target: chroma, targetStride: 4 * half.width, sources: [u, v, c], sourceStride: half.width, ...half },
  });
  return { luma, chroma };
}

/** A surface for frames of a size at an address followed by layerBytes. */
export function surfaceAt(address: Address, width: number, height: number): SurfacePlanes {
  return layerPlanesAt(address, width, height);
}

/** Bytes of the upload buffer through which pixels reach the kernel. */
export const UPLOAD_BYTES = 1 << 20;

/** Painted pixels, to be converted to planes. */
export interface Pixels {
  /** width × height × 4 bytes of premultiplied RGBA. */
  readonly rgba: Uint8Array;
  /** True for gradients and photographs, false for flat colors. */
  readonly dither: boolean;
}

/**
 * Fills a layer's planes from painted pixels, in bands that fit the upload buffer.
 *
 * @throws RangeError when a pair of rows does not fit (width over 131,072)
 */
export function loadPixels(
  kernel: Kernel,
  upload: Address,
  layer: Omit<LayerPlanes, 'opaque'>,
  { rgba, dither }: Pixels,
): void {
  const { width, height } = layer;
  const rowBytes = width * 4;
  const mostRows = Math.floor(UPLOAD_BYTES / rowBytes);
  // Whole periods of the dither pattern, which counts rows (of chroma: pairs of them) from the top of each band.
  const bandRows = Math.floor(mostRows / 16) * 16 || Math.floor(mostRows / 2) * 2;
  if (bandRows === 0) throw new RangeError(`a raster ${width} px wide does not fit the upload buffer`);
  for (let top = 0; top < height; top += bandRows) {
    const rows = Math.min(bandRows, height - top);
    kernel.memory.set(rgba.subarray(top * rowBytes, (top + rows) * rowBytes), upload);
    const cell = (top / 2) * (width / 2);
    kernel.toPlanes({
      rgba: upload,
      rgbaStride: rowBytes,
      width,
      height: rows,
      y: layer.y + top * width,
      a: layer.a + top * width,
      lumaStride: width,
      u: layer.u + cell,
      v: layer.v + cell,
      c: layer.c + cell,
      chromaStride: width / 2,
      dither,
    });
  }
}

/**
 * A large opaque area of a layer, in one pass over its alpha plane: the first opaque run of the middle row, extended up and
 * down over the rows that are opaque along the whole run. Empty if the middle row has no opaque pixel.
 */
export function findOpaque(kernel: Kernel, layer: Omit<LayerPlanes, 'opaque'>): Rect {
  const { width, height } = layer;
  const alpha = kernel.memory.subarray(layer.a, layer.a + width * height);
  const middle = height >> 1;
  const left = alpha.subarray(middle * width, (middle + 1) * width).indexOf(255);
  if (left < 0) return NOTHING;
  let right = left;
  while (right < width && alpha[middle * width + right] === 255) right++;
  // Four pixels at a time: planes and their rows begin at multiples of 8 bytes.
  const words = new Uint32Array(kernel.memory.buffer, kernel.memory.byteOffset + layer.a, (width * height) >> 2);
  const isOpaque = (y: number): boolean => {
    const row = y * width;
    const [first, last] = [Math.ceil((row + left) / 4), Math.floor((row + right) / 4)];
    for (let i = row + left; i < Math.min(first * 4, row + right); i++) if (alpha[i] !== 255) return false;
    for (let i = first; i < last; i++) if (words[i] !== 0xff_ff_ff_ff) return false;
    for (let i = Math.max(first, last) * 4; i < row + right; i++) if (alpha[i] !== 255) return false;
    return true;
  };
  let top = middle;
  while (top > 0 && isOpaque(top - 1)) top--;
  let bottom = middle + 1;
  while (bottom < height && isOpaque(bottom)) bottom++;
  return { x: left, y: top, width: right - left, height: bottom - top };
}
