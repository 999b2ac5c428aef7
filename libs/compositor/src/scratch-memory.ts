import type { Address } from './kernel.js';
import { SLACK_BYTES } from './planes.js';

/** Working memory of the drawing functions. */
export interface ScratchMemory {
  /** Full-size planes as large as the frame: color, its coverage, a mask's coverage. */
  readonly y: Address;
  readonly a: Address;
  readonly maskA: Address;
  /** Half-size planes. */
  readonly u: Address;
  readonly v: Address;
  readonly c: Address;
  readonly lumaTable: Address;
  readonly chromaTable: Address;
  readonly rows: Address;
}

/** Bytes of scratch memory for frames of a size. */
export function scratchBytes(width: number, height: number): number {
  return scratchAt(0, width, height).rows + 16 * (width + 32);
}

/** The scratch memory at an address followed by scratchBytes. */
export function scratchAt(address: Address, width: number, height: number): ScratchMemory {
  const stride = scratchStride(width);
  const luma = stride * height + SLACK_BYTES;
  const cells = (stride / 2) * Math.ceil(height / 2) + SLACK_BYTES;
  const groups = Math.ceil(width / 8);
  const chroma = address + 3 * luma;
  const tables = chroma + 3 * cells;
  return {
    ...{ y: address, a: address + luma, maskA: address + 2 * luma },
    ...{ u: chroma, v: chroma + cells, c: chroma + 2 * cells },
    ...{ lumaTable: tables, chromaTable: tables + 144 * groups, rows: tables + (144 + 64) * groups },
  };
}

/** Bytes from row to row of a plane `width` bytes wide in scratch memory. */
export function scratchStride(width: number): number {
  return Math.ceil(width / 32) * 32;
}
