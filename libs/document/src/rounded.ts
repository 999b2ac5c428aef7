/** A number rounded to this number of digits after its point. */
export function rounded(value: number, digits: number): number {
  const factor = 10 ** digits;
  return Math.round(value * factor) / factor || 0; // never −0
}
