import type { Kernel } from './kernel.js';
import { openWasmKernel } from './wasm-kernel.js';

/** The kernel released last. Reserving memory again costs page faults and collections: a third of a plain video's drawing. */
let spare: Kernel | undefined;

/** A kernel with at least `bytes` of memory, whose content is undefined. @throws RangeError when they cannot be reserved */
export async function acquireKernel(bytes: number): Promise<Kernel> {
  const found = spare;
  spare = undefined;
  return found && found.memory.length >= bytes ? found : openWasmKernel(bytes);
}

/** Keeps a kernel for the next {@link acquireKernel}, in place of the one kept so far. The caller may no longer use it or views of its memory. */
export function releaseKernel(kernel: Kernel): void {
  spare = kernel;
}
