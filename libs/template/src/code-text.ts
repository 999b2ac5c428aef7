import type { FoundFault } from './fault-list.js';

export const CODE_TYPES = [
  'qr',
  'code128',
  'ean13',
  'upca',
  'code39',
  'itf14',
  'datamatrix',
  'pdf417',
  'aztec',
] as const;
export type CodeType = (typeof CODE_TYPES)[number];

export const ERROR_CORRECTIONS = ['L', 'M', 'Q', 'H'] as const;
export type ErrorCorrection = (typeof ERROR_CORRECTIONS)[number];

/** Most characters of a bar code: with more, bars are too fine for any box. */
const MAX_BAR_CHARACTERS = 80;

/**
 * Capacity of the two-dimensional codes for any bytes, and for digits only: ISO/IEC 18004 table 7, 16022 table 7 (144 ×
 * 144), 15438 annex (925 codewords, minus its own choice of error correction), 24778 (151 × 151, a quarter for error
 * correction).
 */
const QR_CAPACITY: Readonly<Record<ErrorCorrection, Capacity>> = {
  L: { bytes: 2953, digits: 7089 },
  M: { bytes: 2331, digits: 5596 },
  Q: { bytes: 1663, digits: 3993 },
  H: { bytes: 1273, digits: 3057 },
};
const DATA_MATRIX_CAPACITY: Capacity = { bytes: 1555, digits: 3116 };
const PDF417_CAPACITY: Capacity = { bytes: 1000, digits: 2500 };
const AZTEC_CAPACITY: Capacity = { bytes: 1500, digits: 3000 };

interface Capacity {
  readonly bytes: number;
  readonly digits: number;
}

/**
 * The reason why a code of this type cannot encode this text; undefined if it can. Text in two-dimensional codes counts
 * as UTF-8. An accepted text always fits.
 */
export function codeTextFault(
  text: string,
  { codeType, errorCorrection }: { codeType: CodeType; errorCorrection: ErrorCorrection },
): Omit<FoundFault, 'path'> | undefined {
  switch (codeType) {
    case 'ean13':
      return digitsFault(text, 'an EAN-13', 13);
    case 'upca':
      return digitsFault(text, 'a UPC-A', 12);
    case 'itf14':
      return digitsFault(text, 'an ITF-14', 14);
    case 'code39':
      return barsFault(text, /^[0-9A-Z .$/+%-]*$/, 'of a Code 39 may hold digits, A to Z, space and - . $ / + % only');
    case 'code128':
      // eslint-disable-next-line no-control-regex -- control characters are part of Code 128's set A
      return barsFault(text, /^[\u0000-\u007f]*$/, 'of a Code 128 may hold ASCII characters only');
    case 'qr':
      return capacityFault(text, QR_CAPACITY[errorCorrection]);
    case 'datamatrix':
      return capacityFault(text, DATA_MATRIX_CAPACITY);
    case 'pdf417':
      return capacityFault(text, PDF417_CAPACITY);
    case 'aztec':
      return capacityFault(text, AZTEC_CAPACITY);
  }
}

/** GS1 numbers: digits only; the check digit is optional. */
function digitsFault(text: string, name: string, digits: number): Omit<FoundFault, 'path'> | undefined {
  if (!/^\d+$/.test(text) || text.length < digits - 1 || text.length > digits) {
    const message = `text of ${name} must be ${digits - 1} digits, or ${digits} with the check digit`;
    return { code: 'INVALID_FORMAT', message, value: text };
  }
  const check = checkDigit(text.slice(0, digits - 1));
  if (text.length < digits || text.endsWith(String(check))) return undefined;
  return { code: 'INVALID_VALUE', message: `the check digit must be ${check}`, value: text };
}

/** The check digit of a GS1 number without it (General Specifications § 7.9): weights 3 and 1, alternating from the right. */
export function checkDigit(digits: string): number {
  const sum = Array.from(digits)
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1), 0);
  return (10 - (sum % 10)) % 10;
}

function barsFault(text: string, allowed: RegExp, message: string): Omit<FoundFault, 'path'> | undefined {
  if (!allowed.test(text)) return { code: 'INVALID_FORMAT', message: `text ${message}`, value: text };
  if (text.length <= MAX_BAR_CHARACTERS) return undefined;
  const limit = `text must be at most ${MAX_BAR_CHARACTERS} characters long in a code of bars`;
  return { code: 'VALUE_TOO_LARGE', message: limit, value: text };
}

function capacityFault(text: string, { bytes, digits }: Capacity): Omit<FoundFault, 'path'> | undefined {
  const isNumber = /^\d+$/.test(text);
  if (isNumber ? text.length <= digits : new TextEncoder().encode(text).length <= bytes) return undefined;
  const limit = isNumber ? `${digits} digits` : `${bytes} bytes in UTF-8`;
  return { code: 'VALUE_TOO_LARGE', message: `text must be at most ${limit} long in this code`, value: text };
}
