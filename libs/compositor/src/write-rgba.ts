import { type Kernel, KERNEL_RESERVED_BYTES } from './kernel.js';
import { SLACK_BYTES } from './planes.js';
import { openWasmKernelNow } from './wasm-kernel.js';

/** Bytes of a band of rows with its result: they stay in the processor's cache. */
const BAND_BYTES = 1 << 19;

/** Bytes of a pixel in a band: luma, two chroma planes, luma of half the size, and RGBA. */
const BYTES_A_PIXEL = 1 + 0.5 + 0.25 + 4;

/** The kernel that converts pictures, in a memory of its own. */
let converter: Kernel | undefined;

interface WrittenPicture {
  /** Even. */
  readonly width: number;
  readonly height: number;
  /** Writes half the width and height, each pixel the mean of a cell. */
  readonly isHalved: boolean;
}

/**
 * Writes an I420 picture of BT.709 in limited range as opaque RGBA.
 *
 * @param rgba 4 bytes for each pixel of the result
 */
export function writeRgba(
  frame: Uint8Array,
  { width, height, isHalved }: WrittenPicture,
  rgba: Uint8ClampedArray,
): void {
  const mostRows = Math.max(2, 2 * Math.floor(BAND_BYTES / (width * BYTES_A_PIXEL) / 2));
  const kernel = kernelFor(Math.ceil(mostRows * width * BYTES_A_PIXEL) + 5 * SLACK_BYTES);
  const columns = isHalved ? width / 2 : width;
  const planes = { width, luma: width * height, mostRows };
  for (let top = 0; top < height; top += mostRows) {
    const rows = Math.min(mostRows, height - top);
    const band = loadBand(kernel, frame, { ...planes, top, rows });
    const written = isHalved ? halve(kernel, band, { width, rows }) : { ...band, width, height: rows, isFull: false };
    kernel.toRgba({ ...written, rgbaStride: 4 * columns });
    const bytes = 4 * columns * written.height;
    rgba.set(kernel.memory.subarray(band.rgba, band.rgba + bytes), 4 * columns * (isHalved ? top / 2 : top));
  }
}

function kernelFor(bytes: number): Kernel {
  const needed = KERNEL_RESERVED_BYTES + bytes;
  if (!converter || converter.memory.length < needed) converter = openWasmKernelNow(needed);
  return converter;
}

/** The addresses of a band's planes and of its result. */
type Band = Record<'y' | 'u' | 'v' | 'small' | 'rgba' | 'lumaStride' | 'chromaStride', number>;

interface BandRows {
  readonly width: number;
  /** Bytes of the frame's luma. */
  readonly luma: number;
  readonly mostRows: number;
  readonly top: number;
  readonly rows: number;
}

/** Copies rows of a frame into the kernel's memory. */
function loadBand({ memory }: Kernel, frame: Uint8Array, { width, luma, mostRows, top, rows }: BandRows): Band {
  const cells = width / 2;
  const y = KERNEL_RESERVED_BYTES;
  const u = y + mostRows * width + SLACK_BYTES;
  const v = u + (mostRows / 2) * cells + SLACK_BYTES;
  const small = v + (mostRows / 2) * cells + SLACK_BYTES;
  const copy = (from: number, bytes: number, to: number): void => memory.set(frame.subarray(from, from + bytes), to);
  copy(top * width, rows * width, y);
  copy(luma + (top / 2) * cells, (rows / 2) * cells, u);
  copy(luma * 1.25 + (top / 2) * cells, (rows / 2) * cells, v);
  const rgba = small + (mostRows / 2) * cells + SLACK_BYTES;
  return { y, u, v, small, rgba, lumaStride: width, chromaStride: cells };
}

/** Halves the luma of a band, so that it is as large as its chroma. */
function halve(
  kernel: Kernel,
  band: Band,
  { width, rows }: { width: number; rows: number },
): Band & { width: number; height: number; isFull: true } {
  const [columns, height] = [width / 2, rows / 2];
  kernel.halve({
    ...{ source: band.y, sourceStride: width, width, height: rows },
    ...{ target: band.small, targetStride: columns },
  });
  return { ...band, y: band.small, lumaStride: columns, width: columns, height, isFull: true };
}
