/** A byte offset into the kernel's memory. */
export type Address = number;

/** Premultiplied RGBA pixels → premultiplied YUVA 4:2:0 planes, BT.709 limited range. */
export interface ToPlanes {
  /** First byte of the pixels, 4 a pixel, rows `rgbaStride` bytes apart. */
  rgba: Address;
  rgbaStride: number;
  /** Pixels; a multiple of 8. */
  width: number;
  /** Pixels; even. */
  height: number;
  /** Luma and alpha planes, width × height bytes, rows `lumaStride` apart. */
  y: Address;
  a: Address;
  lumaStride: number;
  /** Chroma planes and the mean alpha of each 2×2 cell, a quarter of the size, rows `chromaStride` apart. */
  u: Address;
  v: Address;
  c: Address;
  chromaStride: number;
  /** Whether values between two levels are spread over neighbours (for gradients) or rounded alike (for flat areas). */
  dither: boolean;
}

/** Source over for one premultiplied plane: target = source·k + target·(1 − alpha·k), k = opacity / 256. */
export interface Blend {
  target: Address;
  targetStride: number;
  source: Address;
  /** The source's coverage, laid out like the source. */
  alpha: Address;
  sourceStride: number;
  /** Bytes, any number ≥ 0. */
  width: number;
  height: number;
  /** 0 (nothing) .. 256 (as painted), whole. */
  opacity: number;
}

/** Cross-fade of two byte runs: target = (from·(256 − progress) + to·progress) / 256, rounded. */
export interface Lerp {
  target: Address;
  from: Address;
  to: Address;
  /** Bytes; a multiple of 16. */
  count: number;
  /** 0 (all `from`) .. 256 (all `to`), whole. */
  progress: number;
}

/** Copies height rows of width bytes; the areas must not overlap. */
export interface CopyRect {
  target: Address;
  targetStride: number;
  source: Address;
  sourceStride: number;
  width: number;
  height: number;
}

/** Fills height rows of width bytes with one value. */
export interface FillRect {
  target: Address;
  targetStride: number;
  /** 0..255 */
  value: number;
  width: number;
  height: number;
}

/**
 * The horizontal half of `resample`: output byte x, counted from the frame's left edge, samples the source at
 * (x + 0.5 − origin)·step − 0.5 source bytes, edges repeated. The position depends on x alone, so a part of a row
 * comes out byte for byte like the whole.
 */
export interface BuildTable {
  /** 64 bytes for every 8 output bytes begun. */
  table: Address;
  firstX: number;
  count: number;
  /** Where the source's left edge lies, in output bytes. */
  origin: number;
  /** Source bytes per output byte, > 0 and ≤ 2. */
  step: number;
  sourceWidth: number;
}

/** Bilinear resampling of one plane; row y samples (y + 0.5 − originY)·stepY − 0.5 source rows, columns by the table. */
export interface Resample {
  target: Address;
  targetStride: number;
  width: number;
  height: number;
  source: Address;
  sourceStride: number;
  sourceHeight: number;
  firstY: number;
  originY: number;
  /** Source rows per output row, > 0. */
  stepY: number;
  table: Address;
  /** Scratch, 4·(width + 32) bytes. */
  rows: Address;
}

/**
 * What the compositor asks of its kernel. All planes are bytes in `memory`; every plane needs 16 readable bytes after its
 * last row, and bytes past a row's end may be rewritten with their own value. There are two: the WebAssembly one and a
 * plain TypeScript one that says what it computes.
 */
export interface Kernel {
  readonly memory: Uint8Array<ArrayBuffer>;
  toPlanes(job: ToPlanes): void;
  blend(job: Blend): void;
  lerp(job: Lerp): void;
  copyRect(job: CopyRect): void;
  fillRect(job: FillRect): void;
  buildTable(job: BuildTable): void;
  resample(job: Resample): void;
}

/** Bytes at the start of the memory that belong to the kernel itself. */
export const KERNEL_RESERVED_BYTES = 65_536;
