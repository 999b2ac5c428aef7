/** Digits, with groups of three set apart or a decimal mark: `1,234.50`, `1.234,5`, `12 000` (no-break spaces). */
const NUMBER = /\d+(?:[.,'’\u00a0\u202f\u2009]\d+)*/g;
/** Groups of three with one mark between them. */
const GROUPS = /^\d{1,3}(\D)\d{3}(?:\1\d{3})*$/;
/** Beyond this a double does not hold every digit, so such runs (card numbers, ids) stand still. */
const MAX_DIGITS = 15;

/**
 * A text whose numbers have counted from 0 to a share (0 … 1) of what they say, in the form they are written in: as many
 * decimals, groups and leading zeros. At 1 the text itself. What is no amount (dates, versions, long ids) stands still.
 */
export function countNumbers(text: string, share: number): string {
  if (share >= 1) return text;
  return text.replace(NUMBER, (written) => countNumber(written, Math.max(0, share)));
}

function countNumber(written: string, share: number): string {
  const mark = decimalMark(written);
  const [whole = '', fraction = ''] = mark === undefined ? [written] : written.split(mark);
  const digits = whole.replace(/\D/g, '');
  // Dates, versions and addresses are no amounts.
  if (/\D/.test(whole) && !GROUPS.test(whole)) return written;
  if (digits.length + fraction.length > MAX_DIGITS) return written;
  const value = Number(`${digits}.${fraction || '0'}`) * share;
  const [now = '', decimals = ''] = value.toFixed(fraction.length).split('.');
  const separator = /\D/.exec(whole)?.[0];
  const padded = digits.startsWith('0') ? now.padStart(digits.length, '0') : now;
  const grouped = separator === undefined ? padded : padded.replace(/\B(?=(\d{3})+$)/g, separator);
  return mark === undefined ? grouped : `${grouped}${mark}${decimals}`;
}

/** The last mark, unless it can only set groups apart: a comma before three digits, or one that occurs again. */
function decimalMark(written: string): string | undefined {
  const marks = written.match(/\D/g) ?? [];
  const last = marks.at(-1);
  if (last !== '.' && last !== ',') return undefined;
  if (marks.filter((mark) => mark === last).length > 1) return undefined;
  const isGroup = last === ',' && marks.length === 1 && /,\d{3}$/.test(written);
  return isGroup ? undefined : last;
}
