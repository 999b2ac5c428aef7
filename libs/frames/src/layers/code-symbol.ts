import type { CodeType, LayerContent } from '#libs/template';

import bwip from 'bwip-js/generic';

/** A machine code as a grid of modules, or as bars: one row that can have any height. */
export interface CodeSymbol {
  readonly columns: number;
  readonly rows: number;
  readonly isBars: boolean;
  /** The dark areas, in modules. */
  readonly runs: readonly CodeRun[];
  /** Light modules required on every side by the standard of the symbology; for bars, on the left and right. */
  readonly quietZone: number;
}

/** `length` × `height` dark modules to the right of and below (column, row). */
interface CodeRun {
  readonly column: number;
  readonly row: number;
  readonly length: number;
  readonly height: number;
}

const SYMBOLOGIES: Readonly<Record<CodeType, { encoder: string; quietZone: number }>> = {
  qr: { encoder: 'qrcode', quietZone: 4 },
  code128: { encoder: 'code128', quietZone: 10 },
  ean13: { encoder: 'ean13', quietZone: 11 },
  upca: { encoder: 'upca', quietZone: 9 },
  code39: { encoder: 'code39', quietZone: 10 },
  itf14: { encoder: 'itf14', quietZone: 10 },
  datamatrix: { encoder: 'datamatrix', quietZone: 1 },
  pdf417: { encoder: 'pdf417', quietZone: 2 },
  aztec: { encoder: 'azteccode', quietZone: 1 },
};

/** The result of bwip-js: a grid of 0 and 1, or alternating widths of bars and spaces. */
type Encoded = { pixs: ArrayLike<number>; pixx: number; pixy: number } | { sbs: ArrayLike<number> };

/** The raw encoder of bwip-js, which is missing in the type declarations of its generic build. */
const encode = bwip.raw as unknown as (options: { bcid: string; text: string; eclevel?: string }) => Encoded[];

/**
 * Encodes a text.
 *
 * @throws the error of the encoder, for a text that the symbology cannot encode
 */
export function codeSymbol({ codeType, text, errorCorrection }: LayerContent<'machine_code'>): CodeSymbol {
  const { encoder, quietZone } = SYMBOLOGIES[codeType];
  const [encoded] = encode({ bcid: encoder, text, ...(codeType === 'qr' && { eclevel: errorCorrection }) });
  if (!encoded) throw new Error(`${encoder} gave no symbol`);
  return { ...('sbs' in encoded ? bars(encoded.sbs) : grid(encoded)), quietZone };
}

function bars(widths: ArrayLike<number>): Omit<CodeSymbol, 'quietZone'> {
  let columns = 0;
  const runs = Array.from(widths, (length) => {
    columns += length;
    return { column: columns - length, row: 0, length, height: 1 };
  }).filter((_, index) => index % 2 === 0);
  return { columns, rows: 1, isBars: true, runs };
}

function grid({
  pixs,
  pixx,
  pixy,
}: {
  pixs: ArrayLike<number>;
  pixx: number;
  pixy: number;
}): Omit<CodeSymbol, 'quietZone'> {
  // Stacked codes contain each row once, and its height in modules.
  const given = pixs.length / pixx;
  const height = pixy / given;
  const runs: { column: number; row: number; length: number; height: number }[] = [];
  for (let row = 0; row < given; row += 1) {
    for (let column = 0; column < pixx; column += 1) {
      let length = 0;
      while (column + length < pixx && pixs[row * pixx + column + length]) length += 1;
      if (length > 0) runs.push({ column, row: row * height, length, height });
      column += length;
    }
  }
  return { columns: pixx, rows: pixy, isBars: false, runs };
}
