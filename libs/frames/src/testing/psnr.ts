/** Peak signal-to-noise ratio of two frames of the same size, dB; Infinity if they are equal. */
export function psnr(a: Uint8Array, b: Uint8Array): number {
  const error = a.reduce((sum, value, i) => sum + (value - b[i]!) ** 2, 0) / a.length;
  return error === 0 ? Infinity : 10 * Math.log10(255 ** 2 / error);
}
