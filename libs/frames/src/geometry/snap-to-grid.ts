/** Steps per pixel: coarser than float noise, finer than any visible difference. */
const STEPS = 4096;

/**
 * Rounds a placement to 1/4096 px, so that float noise neither blurs a layer at rest nor counts as motion. Never −0.
 *
 * @param value frame px
 */
export function snapToGrid(value: number): number {
  return Math.round(value * STEPS) / STEPS + 0;
}
