import { type Address, KERNEL_RESERVED_BYTES } from './kernel.js';
import { mostFiltered } from './filter-planes.js';
import { pagePlanesSize } from './page-compositor.js';
import { frameBytes, layerBytes, SLACK_BYTES, UPLOAD_BYTES } from './planes.js';
import { scratchBytes } from './scratch-memory.js';

/** A returned frame stays unchanged until this many more have been composed. */
export const FRAMES_KEPT = 3;

/** Addresses in the kernel's memory. */
export interface MemoryLayout {
  /** Two pages as last drawn, the returned frames, and a free one. */
  readonly frames: readonly Address[];
  readonly scratch: Address;
  /** Buffer through which painted pixels are converted to planes. */
  readonly upload: Address;
  /** A page in a transition: its processed frame, then its planes with coverage, which groups are composited in as well. */
  readonly page: { readonly picture: Address; readonly planes: Address };
  readonly planes: Address;
  readonly planeBytes: number;
  readonly end: Address;
}

/** The memory layout for frames of a size. */
export function layOutMemory(size: { width: number; height: number }, planeBytes: number): MemoryLayout {
  let top = KERNEL_RESERVED_BYTES;
  const take = (bytes: number): Address => {
    const address = top;
    top += Math.ceil((bytes + SLACK_BYTES) / 64) * 64;
    return address;
  };
  const frame = frameBytes(size.width, size.height);
  const page = pagePlanesSize(size);
  const scratched = mostFiltered(size);
  const filtered = layerBytes(scratched.width, scratched.height);
  return {
    frames: Array.from({ length: 2 + FRAMES_KEPT + 1 }, () => take(frame)),
    scratch: take(scratchBytes(scratched.width, scratched.height)),
    upload: take(UPLOAD_BYTES),
    page: { picture: take(frame), planes: take(Math.max(layerBytes(page.width, page.height), filtered)) },
    planes: take(planeBytes),
    planeBytes,
    get end() {
      return top;
    },
  };
}
