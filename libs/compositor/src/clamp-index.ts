/** The index of a row or column; beyond the edges, of the one at the edge. */
export function clampIndex(index: number, length: number): number {
  return Math.max(0, Math.min(length - 1, index));
}
