/** Seconds between the marks of a ruler on which a second is `pixels` wide: marks are at least 60 px apart. */
export function markIntervalS(pixels: number): number {
  return [0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120].find((seconds) => seconds * pixels >= 60) ?? 300;
}
