/** A QR code as a path of squares; each has the size 1. */
interface QrCode {
  size: number;
  path: string;
}

/** The raw encoder of bwip-js, which is missing in the type declarations of its generic build. */
type Encode = (options: { bcid: string; text: string }) => { pixs: ArrayLike<number>; pixx: number }[];

/** Draws a QR code. Its encoder is loaded when one is drawn for the first time. */
export async function qrCode(text: string): Promise<QrCode> {
  const { default: bwip } = await import('bwip-js/generic');
  const [symbol] = (bwip.raw as unknown as Encode)({ bcid: 'qrcode', text });
  if (!symbol) throw new Error('the encoder gave no symbol');
  const { pixs, pixx: size } = symbol;
  const dark = Array.from(pixs, (pixel, at) => (pixel ? `M${at % size} ${Math.floor(at / size)}h1v1h-1z` : ''));
  return { size, path: dark.join('') };
}
