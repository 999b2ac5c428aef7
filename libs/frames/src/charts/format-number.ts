import { parseNumberFormat } from '#libs/template';

/** Fixed, so that a video is the same wherever it is rendered. */
const LOCALE = 'en-US';

/** Value from which numbers without a format are compact, then powers of ten. */
const COMPACT_FROM = 1e6;
const SCIENTIFIC_FROM = 1e15;

/**
 * Formats numbers with a format of the document (see `parseNumberFormat`). Undefined: as short as sufficient precision
 * allows.
 */
export function numberFormatter(format: string | undefined): (value: number) => string {
  const parsed = format === undefined ? undefined : parseNumberFormat(format);
  if (!parsed) return plainNumber;
  const { prefix, suffix, decimals, hasGroups, style } = parsed;
  const formatter = new Intl.NumberFormat(LOCALE, {
    ...(style === 'percent' && { style }),
    ...(style === 'compact' && { notation: style }),
    useGrouping: hasGroups,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  return (value) => {
    const digits = formatter.format(Math.abs(value));
    const isNegative = value < 0 && /[1-9]/.test(digits);
    return `${isNegative ? '−' : ''}${prefix}${digits}${suffix}`;
  };
}

const plain = new Intl.NumberFormat(LOCALE, {
  maximumFractionDigits: 2,
  maximumSignificantDigits: 3,
  roundingPriority: 'morePrecision',
});
const compact = new Intl.NumberFormat(LOCALE, { notation: 'compact', maximumFractionDigits: 2 });
const scientific = new Intl.NumberFormat(LOCALE, { notation: 'scientific', maximumFractionDigits: 2 });

function plainNumber(value: number): string {
  const size = Math.abs(value);
  const formatter = size >= SCIENTIFIC_FROM ? scientific : size >= COMPACT_FROM ? compact : plain;
  return formatter.format(value).replace('-', '−');
}
