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
  /** Whether values between two levels are spread over neighbors (for gradients) or rounded alike (for flat areas). */
  dither: boolean;
}

/** Source over for one premultiplied plane: target = source·k + target·(1 − alpha·k), k = opacity / 256. */
export interface Blend {
  target: Address;
  targetStride: number;
  source: Address;
  /** Coverage of the source, in rows like its own. */
  alpha: Address;
  sourceStride: number;
  /** Bytes, any number ≥ 0. */
  width: number;
  height: number;
  /** 0 (nothing) .. 256 (as painted), whole. */
  opacity: number;
}

/** Source over for a plane that covers all below it: as `Blend` with an alpha of 255 everywhere. */
export type Fade = Omit<Blend, 'alpha'>;

/**
 * Premultiplied YUVA 4:2:0 planes graded, all factors in Q12 and whole, within −32768..32767: luma, and chroma by a
 * matrix. Results are rounded, and within 0..255. The coverage stays.
 */
export interface Grade {
  /** Full-size planes, rows `stride` apart. */
  y: Address;
  a: Address;
  /** Half-size planes, half of it apart. */
  u: Address;
  v: Address;
  c: Address;
  stride: number;
  /** The result, in the same way; may be the source. */
  ty: Address;
  tu: Address;
  tv: Address;
  targetStride: number;
  /** Even. */
  width: number;
  height: number;
  /** y = y · gain + a · lift */
  toLuma: { readonly gain: number; readonly lift: number };
  /** u = u · toU.u + v · toU.v + c · toU.lift, and v likewise. */
  toU: ChromaFactors;
  toV: ChromaFactors;
  /**
   * Whether colors are clipped to what red, green and blue of 0..255 can show. Chroma cells in which no color is outside by
   * more than 4 stay as they are.
   */
  isClipped: boolean;
}

interface ChromaFactors {
  readonly u: number;
  readonly v: number;
  readonly lift: number;
}

/** Opaque planes of BT.709 in limited range → opaque RGBA bytes, each channel rounded to even. */
export interface ToRgba {
  /** Up to 3 pixels past a row's end are overwritten. */
  rgba: Address;
  rgbaStride: number;
  y: Address;
  lumaStride: number;
  /** Planes of half the size, or as large as y if `isFull`. */
  u: Address;
  v: Address;
  chromaStride: number;
  isFull: boolean;
  /** Pixels, any number ≥ 0. */
  width: number;
  height: number;
}

/** Premultiplied planes cut to a shape: target = target·mask / 255. */
export interface Scale {
  target: Address;
  targetStride: number;
  mask: Address;
  maskStride: number;
  /** Bytes, any number ≥ 0. */
  width: number;
  height: number;
}

/** Premultiplied YUVA 4:2:0 planes cut to a mask, chroma by the remaining share of its cell's coverage. Sizes even. */
export interface Cut {
  /** Full-size planes, rows `stride` apart. */
  y: Address;
  a: Address;
  /** Half-size planes, half of it apart. Up to 6 bytes past any row's end are overwritten. */
  u: Address;
  v: Address;
  c: Address;
  stride: number;
  /** Full-size coverage. */
  mask: Address;
  maskStride: number;
  width: number;
  height: number;
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
  /** 64 bytes per 8 output bytes, rounded up. */
  table: Address;
  firstX: number;
  count: number;
  /** Place of the source's left edge, in output bytes. */
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
  /** Scratch memory, 4·(width + 32) bytes. */
  rows: Address;
}

/** As `BuildTable`, for `resampleSharp`: four source bytes make an output byte. */
export interface BuildSharpTable extends BuildTable {
  /** 144 bytes per 8 output bytes, rounded up. */
  table: Address;
  /** As in `ResampleSharp`; step is ≤ 1.5 unless it is 0. */
  sharpness: number;
}

/**
 * As `Resample`, between four neighbors a, b, c, d in each direction: at a fraction t from b to c the value is
 * b + t·(c − b) + k·(3 − 2t)·(2b − a − c) + k·(1 + 2t)·(2c − b − d), k = s·t·(1 − t)/4. Fine detail stays, and edges stay in
 * their place.
 */
export interface ResampleSharp extends Resample {
  /** A table of `buildSharpTable`. */
  table: Address;
  /** s, 0 to 1. 0 mixes as `resample`; 0.5 is in the middle between two pixels what Catmull and Rom's cubic is. */
  sharpness: number;
  /** Whether a value stays between b and c: colors that are premultiplied stay in proportion to their coverage. */
  isBounded: boolean;
  /** Scratch memory, 16·(width + 32) bytes. */
  rows: Address;
}

/** Bytes of a pixel of planes that are interleaved: of three planes a fourth byte is 0. */
export function pixelBytes({ length }: readonly Address[]): number {
  return length === 3 ? 4 : length;
}

/** Two or three planes of one size byte by byte beside each other: pixels of two bytes, or of four with a last one of 0. */
export interface Interleave {
  /** Up to 7 pixels past a row's end are overwritten. */
  target: Address;
  targetStride: number;
  sources: readonly [Address, Address] | readonly [Address, Address, Address];
  sourceStride: number;
  /** Pixels, any number ≥ 0. */
  width: number;
  height: number;
}

/**
 * Bilinear resampling under an affine map, of a plane, or of two or three that are interleaved. Output byte (x, y), counted
 * from the frame's corner, samples the source at `origin + across·(x + 0.5) + down·(y + 0.5) − 0.5`, and is 0 outside of it.
 * The position depends on x and y alone, so a part of a plane comes out byte for byte like the whole.
 */
export interface Turn {
  /** One to three planes. Up to 7 bytes past any row's end may be rewritten with their own value. */
  targets: readonly [Address] | readonly [Address, Address] | readonly [Address, Address, Address];
  targetStride: number;
  /** Pixels of 1, 2 or 4 bytes, as one, two or three planes need. */
  source: Address;
  sourceStride: number;
  /** Size of the source, pixels. */
  sourceWidth: number;
  sourceHeight: number;
  firstX: number;
  firstY: number;
  /** Size of the targets, bytes. */
  width: number;
  height: number;
  /** Source pixels, below 2²⁰ within the frame. */
  origin: Vector;
  /** Source pixels per output byte to the right, and per output row down. */
  across: Vector;
  down: Vector;
  /** Scratch memory, 64 bytes per 8 output bytes, rounded up. */
  table: Address;
}

interface Vector {
  x: number;
  y: number;
}

/** A plane as it is read and as it is written, of any size ≥ 1 × 1. */
export interface PlaneToPlane {
  target: Address;
  targetStride: number;
  source: Address;
  sourceStride: number;
  /** Size of the source, bytes. */
  width: number;
  height: number;
}

/** One direction of a symmetric filter; the plane's edge values repeat beyond its edge. */
interface BlurPass extends PlaneToPlane {
  /**
   * `radius` + 1 Q15 values: the middle, then outwards. Both sides together add up to 32768; the middle is below it, the others
   * below half of it.
   */
  weights: Address;
  radius: number;
}

/** Bytes become 128 × their filtered values in 16-bit lanes; up to 30 bytes past a target row's end are overwritten. */
export interface BlurRows extends BlurPass {
  /** Scratch memory, 2 · (width + 2·radius + 32) bytes. */
  row: Address;
}

/** Lanes of `BlurRows` become bytes. Width and height are those of the target. */
export type BlurColumns = BlurPass;

/** Square blocks of their rounded mean. */
export interface Mosaic extends PlaneToPlane {
  /** Edge in bytes, ≥ 1. */
  block: number;
  /** Place of a block's corner, in whole pixels. */
  originX: number;
  originY: number;
}

/**
 * Blends premultiplied planes with the backdrop below them: target = alpha · B(backdrop, source). B is the blend mode. Where
 * the backdrop is transparent the source stays, by share. Width and height are even.
 */
export interface MixColors {
  /** The backdrop; chroma at half the stride. */
  y: Address;
  u: Address;
  v: Address;
  /** Its coverage, and the mean of it in chroma cells; absent: it is opaque. */
  a?: Address;
  c?: Address;
  stride: number;
  /** The source's planes. */
  sy: Address;
  su: Address;
  sv: Address;
  /** Its coverage, likewise. */
  sa?: Address;
  sc?: Address;
  sourceStride: number;
  /** The result; may be the source or the backdrop. */
  ty: Address;
  tu: Address;
  tv: Address;
  targetStride: number;
  width: number;
  height: number;
  /** Number of the blend mode: from 1, in the order of `MIX_MODES`. */
  mode: number;
}

/** The blend modes the kernel knows, in its numbering. */
export const MIX_MODES = [
  'multiply',
  'screen',
  'overlay',
  'darken',
  'lighten',
  'color-dodge',
  'color-burn',
  'hard-light',
  'soft-light',
  'difference',
  'exclusion',
  'hue',
  'saturation',
  'color',
  'luminosity',
] as const;
export type MixMode = (typeof MIX_MODES)[number];

/**
 * The pixel operations of the compositor. All planes are bytes in `memory`; every plane needs 16 readable bytes after its
 * last row, and bytes past a row's end may be rewritten with their own value. There are two implementations: WebAssembly, and
 * plain TypeScript as the reference.
 */
export interface Kernel {
  readonly memory: Uint8Array<ArrayBuffer>;
  toPlanes(job: ToPlanes): void;
  toRgba(job: ToRgba): void;
  blend(job: Blend): void;
  fade(job: Fade): void;
  grade(job: Grade): void;
  scale(job: Scale): void;
  cut(job: Cut): void;
  mixColors(job: MixColors): void;
  lerp(job: Lerp): void;
  copyRect(job: CopyRect): void;
  fillRect(job: FillRect): void;
  buildTable(job: BuildTable): void;
  resample(job: Resample): void;
  buildSharpTable(job: BuildSharpTable): void;
  resampleSharp(job: ResampleSharp): void;
  interleave(job: Interleave): void;
  turn(job: Turn): void;
  /** Each target byte is the mean of a 2×2 cell; where the size is odd the last column or row stands for both. */
  halve(job: PlaneToPlane): void;
  /** target may not overlap the source. */
  blurRows(job: BlurRows): void;
  /** target may not overlap the source. */
  blurColumns(job: BlurColumns): void;
  /** target may be the source. */
  mosaic(job: Mosaic): void;
}

/** Bytes at the start of the memory that belong to the kernel itself. */
export const KERNEL_RESERVED_BYTES = 65_536;
