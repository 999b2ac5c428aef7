import type { Kernel } from './kernel.js';
import { openWasmKernel } from './wasm-kernel.js';

/** The kernel given back last. Reserving its memory anew costs page faults and collections: a third of a plain video's drawing. */
let spare: Kernel | undefined;

/** A kernel with at least `bytes` of memory, in which anything may lie. Throws RangeError when they cannot be reserved. */
export async function acquireKernel(bytes: number): Promise<Kernel> {
  const found = spare;
  spare = undefined;
  return found && found.memory.length >= bytes ? found : openWasmKernel(bytes);
}

/** Keeps a kernel, in place of the one kept so far, for whoever takes the next. Nobody may use it or views of it from now on. */
export function releaseKernel(kernel: Kernel): void {
  spare = kernel;
}
