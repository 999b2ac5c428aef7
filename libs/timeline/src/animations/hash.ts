/**
 * Hash of 32 bits in which every input bit affects every output bit: the finalizer of MurmurHash3 (Appleby, public
 * domain).
 */
export function mixBits(value: number): number {
  let bits = value | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/** 32-bit hash of a text: FNV-1a over its UTF-16 units. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}

/**
 * Smooth noise: gradient noise (Perlin 2002) along a line. −1 … 1, 0 at every whole `t`, always the same for a seed.
 */
export function noise(t: number, seed: number): number {
  const cell = Math.floor(t);
  const within = t - cell;
  const before = slope(cell, seed) * within;
  const after = slope(cell + 1, seed) * (within - 1);
  const blend = within ** 3 * (within * (within * 6 - 15) + 10);
  return 2 * (before + (after - before) * blend);
}

/** −1 … 1: the gradient at a lattice point. */
function slope(cell: number, seed: number): number {
  return mixBits(seed + Math.imul(cell, 0x9e3779b1)) / 2 ** 31 - 1;
}
