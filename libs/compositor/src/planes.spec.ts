import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { KERNEL_RESERVED_BYTES } from './kernel.js';
import { findOpaque, layerPlanesAt, layerBytes } from './planes.js';
import { referenceKernel } from './reference-kernel.js';

const span = fc.tuple(fc.nat(48), fc.nat(48)).map(([a, b]): [number, number] => [Math.min(a, b), Math.max(a, b)]);

describe('findOpaque', () => {
  it('finds the whole of an opaque rectangle around the middle, and never a pixel that is not opaque', () => {
    const size = { width: 48, height: 32 };
    fc.assert(
      fc.property(span, span, fc.array(fc.nat(48 * 32 - 1), { maxLength: 3 }), ([x0, x1], [y0, y1], holes) => {
        const kernel = referenceKernel(new Uint8Array(KERNEL_RESERVED_BYTES + layerBytes(size.width, size.height)));
        const layer = layerPlanesAt(KERNEL_RESERVED_BYTES, size.width, size.height);
        for (let y = y0; y < Math.min(y1, size.height); y++)
          kernel.memory.fill(255, layer.a + y * 48 + x0, layer.a + y * 48 + x1);
        for (const hole of holes) kernel.memory[layer.a + hole] = 254;
        const found = findOpaque(kernel, layer);
        for (let y = found.y; y < found.y + found.height; y++) {
          const row = layer.a + y * 48 + found.x;
          expect(kernel.memory.subarray(row, row + found.width).every((alpha) => alpha === 255)).toBe(true);
        }
        const coversMiddle = y0 <= 16 && y1 > 16 && x1 > x0;
        if (holes.length === 0 && coversMiddle) {
          expect(found).toEqual({ x: x0, y: y0, width: x1 - x0, height: Math.min(y1, 32) - y0 });
        }
      }),
    );
  });
});
