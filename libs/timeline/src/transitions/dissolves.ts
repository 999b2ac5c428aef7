import { mixBits } from '../animations/hash.js';
import type { Dissolve } from './scene-transition.js';

/**
 * Whether a dissolving page shows at a pixel. Grains are counted from the top left of the frame; they turn in the order
 * of a hash of grain and seed (the finalizer of MurmurHash3, 32 bits).
 *
 * @param x page pixels, integer ≥ 0; so is `y`
 */
export function dissolves({ shown, grain, seed }: Dissolve, x: number, y: number): boolean {
  const column = Math.floor(x / grain);
  const row = Math.floor(y / grain);
  return mixBits(mixBits(seed + column) ^ row) < shown * 2 ** 32;
}
