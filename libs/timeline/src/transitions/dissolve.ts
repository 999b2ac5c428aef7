import { mixBits } from '../animations/hash.js';
import type { Dissolve } from '../sample/scene.js';

/**
 * Whether a page that dissolves shows at a pixel. Grains are counted from the frame's top left; the order in which they turn
 * is a hash of grain and seed (the finalizer of MurmurHash3, 32 bit).
 *
 * @param x page pixels, integer ≥ 0; so is `y`
 */
export function dissolves({ shown, grain, seed }: Dissolve, x: number, y: number): boolean {
  const column = Math.floor(x / grain);
  const row = Math.floor(y / grain);
  return mixBits(mixBits(seed + column) ^ row) < shown * 2 ** 32;
}
