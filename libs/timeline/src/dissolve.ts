import type { Dissolve } from './scene.js';

/**
 * Whether a page that dissolves shows at a pixel. Grains are counted from the frame's top left; the order in which they turn
 * is a hash of grain and seed (the finalizer of MurmurHash3, 32 bit).
 *
 * @param x page pixels, integer ≥ 0; so is `y`
 */
export function dissolves({ shown, grain, seed }: Dissolve, x: number, y: number): boolean {
  const column = Math.floor(x / grain);
  const row = Math.floor(y / grain);
  return mix((mix(seed + column) ^ row) >>> 0) < shown * 2 ** 32;
}

/** 32 bits in, 32 bits out. */
function mix(value: number): number {
  let bits = value | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
