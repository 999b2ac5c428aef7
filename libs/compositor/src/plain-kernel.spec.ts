import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Kernel, KERNEL_RESERVED_BYTES } from './kernel.js';
import { openWasmKernel, plainKernelCode } from './wasm-kernel.js';

const MEMORY_BYTES = 4 * 65_536;
const [SOURCE, TABLE, ROWS, TARGET] = [0, 16, 32, 48].map((kib) => KERNEL_RESERVED_BYTES + kib * 1024);
const SIDE = 64;

/** Noise, resampled and turned, which the relaxed instructions are used for. */
function resampled(kernel: Kernel, noise: Uint8Array, { origin, step }: { origin: number; step: number }): Uint8Array {
  kernel.memory.set(noise, SOURCE);
  const across = { firstX: 0, count: SIDE, origin, step, sourceWidth: SIDE };
  kernel.buildTable({ table: TABLE!, ...across });
  const source = { source: SOURCE!, sourceStride: SIDE, sourceHeight: SIDE, table: TABLE!, rows: ROWS! };
  const target = { target: TARGET!, targetStride: SIDE, width: SIDE, height: SIDE };
  kernel.resample({ ...source, ...target, firstY: 0, originY: origin, stepY: step });
  const upright = kernel.memory.slice(TARGET, TARGET! + SIDE * SIDE);
  const sharpness = step > 1.5 ? 0 : 0.6;
  kernel.buildSharpTable({ table: TABLE!, ...across, sharpness });
  kernel.resampleSharp({ ...source, ...target, firstY: 0, originY: origin, stepY: step, sharpness, isBounded: false });
  const sharp = kernel.memory.slice(TARGET, TARGET! + SIDE * SIDE);
  kernel.turn({
    ...{ targets: [TARGET!], source: SOURCE!, targetStride: SIDE, sourceStride: SIDE, table: TABLE! },
    ...{ sourceWidth: SIDE, sourceHeight: SIDE, firstX: 0, firstY: 0, width: SIDE, height: SIDE },
    ...{ origin: { x: origin, y: 20 }, across: { x: step, y: 0.3 }, down: { x: -0.3, y: step } },
  });
  return Uint8Array.from([...upright, ...sharp, ...kernel.memory.subarray(TARGET, TARGET! + SIDE * SIDE)]);
}

describe('the kernel without relaxed SIMD', () => {
  it('resamples to the same bytes as the kernel with it', async () => {
    const [relaxed, plain] = [
      await openWasmKernel(MEMORY_BYTES),
      await openWasmKernel(MEMORY_BYTES, await plainKernelCode()),
    ];
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: SIDE * SIDE + 16, maxLength: SIDE * SIDE + 16 }),
        fc.double({ min: -8, max: 8, noNaN: true }),
        fc.double({ min: 0.1, max: 2, noNaN: true }),
        (noise, origin, step) => {
          const at = { origin, step };
          expect(Buffer.compare(resampled(plain, noise, at), resampled(relaxed, noise, at))).toBe(0);
        },
      ),
    );
  });
});
