/** The color encoding of a decoder's samples; null where the file does not state it. */
export interface SampleColors {
  readonly matrix: string | null;
  readonly fullRange: boolean | null;
}

/** Weights of red and blue in luma. */
const WEIGHTS: Readonly<Record<string, readonly [red: number, blue: number]>> = {
  bt709: [0.2126, 0.0722],
  bt470bg: [0.299, 0.114],
  smpte170m: [0.299, 0.114],
  'bt2020-ncl': [0.2627, 0.0593],
};
/** Lines from which footage that does not state its colors counts as BT.709, as in players and in the renderer. */
const HD_LINES = 720;

function weightsOf(matrix: string | null, sourceLines: number): readonly [red: number, blue: number] {
  return WEIGHTS[matrix ?? ''] ?? (sourceLines >= HD_LINES ? WEIGHTS['bt709']! : WEIGHTS['smpte170m']!);
}

/** Whether samples have the matrix of frames, BT.709. */
export function isOfBt709({ matrix }: Pick<SampleColors, 'matrix'>, sourceLines: number): boolean {
  return weightsOf(matrix, sourceLines) === WEIGHTS['bt709'];
}

/** Converts the samples of an I420 picture in place to BT.709 of limited range, which frames have. */
export function toBt709(
  pixels: Uint8Array,
  { width, height }: { readonly width: number; readonly height: number },
  { matrix, fullRange }: SampleColors,
  sourceLines: number,
): void {
  const isFull = fullRange === true;
  if (isOfBt709({ matrix }, sourceLines) && !isFull) return;
  const [toY, toU, toV] = mixes(weightsOf(matrix, sourceLines), WEIGHTS['bt709']!);
  const range = { first: isFull ? 0 : 16, luma: isFull ? 219 / 255 : 1, color: isFull ? 224 / 255 : 1 };
  const [chromaWidth, chroma] = [width / 2, (width * height) / 4];
  const [uAt, vAt] = [width * height, width * height + chroma];
  // Luma first, because it needs the chroma before its conversion.
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const cell = (y >> 1) * chromaWidth + (x >> 1);
      const [u, v] = [pixels[uAt + cell]! - 128, pixels[vAt + cell]! - 128];
      const luma = (pixels[y * width + x]! - range.first) * range.luma;
      pixels[y * width + x] = rounded(16 + luma + (toY[0] * u + toY[1] * v) * range.color);
    }
  }
  for (let cell = 0; cell < chroma; cell++) {
    const [u, v] = [(pixels[uAt + cell]! - 128) * range.color, (pixels[vAt + cell]! - 128) * range.color];
    pixels[uAt + cell] = rounded(128 + toU[0] * u + toU[1] * v);
    pixels[vAt + cell] = rounded(128 + toV[0] * u + toV[1] * v);
  }
}

type Mix = readonly [fromU: number, fromV: number];

/**
 * The coefficients of a conversion: from the old chroma to what is added to luma, and to the new chroma. The luma of
 * gray is the same in every matrix.
 */
function mixes([red, blue]: readonly [number, number], [toRed, toBlue]: readonly [number, number]): [Mix, Mix, Mix] {
  const green = 1 - red - blue;
  // Color differences of the levels of limited range: blue - luma is 2 (1 - blue) U of ±112 for luma of 219.
  const scale = 219 / 224;
  const [bOfU, rOfV] = [2 * (1 - blue) * scale, 2 * (1 - red) * scale];
  const [gOfU, gOfV] = [(-blue / green) * bOfU, (-red / green) * rOfV];
  const toGreen = 1 - toRed - toBlue;
  const y: Mix = [toBlue * bOfU + toGreen * gOfU, toRed * rOfV + toGreen * gOfV];
  const u: Mix = [(bOfU - y[0]) / (2 * (1 - toBlue) * scale), -y[1] / (2 * (1 - toBlue) * scale)];
  const v: Mix = [-y[0] / (2 * (1 - toRed) * scale), (rOfV - y[1]) / (2 * (1 - toRed) * scale)];
  return [y, u, v];
}

function rounded(level: number): number {
  return level < 0 ? 0 : level > 255 ? 255 : Math.round(level);
}
