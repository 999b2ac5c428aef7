import { type Address, KERNEL_RESERVED_BYTES } from './kernel.js';
import { pagePlanesSize } from './page-compositor.js';
import { frameBytes, layerBytes, SLACK_BYTES, STAGING_BYTES } from './planes.js';
import { scratchBytes } from './scratch-memory.js';

/** Frames handed out stay as they are until this many more have been composed. */
export const FRAMES_KEPT = 3;

/** Where everything lies in the kernel's memory. */
export interface MemoryLayout {
  /** Two pages as last drawn, the frames handed out, and one that is free. */
  readonly frames: readonly Address[];
  readonly scratch: Address;
  /** Painted pixels on their way into planes. */
  readonly staging: Address;
  /** A page as a transition shows it: its picture, then its planes with coverage. */
  readonly page: { readonly picture: Address; readonly planes: Address };
  readonly planes: Address;
  readonly planeBytes: number;
  readonly end: Address;
}

/** Lays out the memory for frames of a size. */
export function layOutMemory(size: { width: number; height: number }, planeBytes: number): MemoryLayout {
  let top = KERNEL_RESERVED_BYTES;
  const take = (bytes: number): Address => {
    const address = top;
    top += Math.ceil((bytes + SLACK_BYTES) / 64) * 64;
    return address;
  };
  const frame = frameBytes(size.width, size.height);
  const page = pagePlanesSize(size);
  return {
    frames: Array.from({ length: 2 + FRAMES_KEPT + 1 }, () => take(frame)),
    scratch: take(scratchBytes(size.width, size.height)),
    staging: take(STAGING_BYTES),
    page: { picture: take(frame), planes: take(layerBytes(page.width, page.height)) },
    planes: take(planeBytes),
    planeBytes,
    get end() {
      return top;
    },
  };
}
