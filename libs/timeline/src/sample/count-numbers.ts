/**
 * Digits of any script, with separators of groups of three or a decimal mark: `1,234.50`, `1.234,5`, `12 000`,
 * `١٬٢٣٤٫٥`.
 */
const NUMBER = /\p{Nd}+(?:[.,'’٬٫\u00a0\u202f\u2009]\p{Nd}+)*/gu;
/** The marks used with Arabic digits. */
const MARKS: Readonly<Record<string, string>> = { '٬': ',', '٫': '.' };
/** Groups of three digits with the same mark between them. */
const GROUPS = /^\d{1,3}(\D)\d{3}(?:\1\d{3})*$/;
/**
 * Most digits of a number that counts: a double cannot represent more exactly. Longer numbers (card numbers, ids) do
 * not count.
 */
const MAX_DIGITS = 15;

/**
 * A text whose numbers have counted from 0 to a share (0 … 1) of their value, in the same format: decimals, groups and
 * leading zeros. At 1 the text itself. Numbers that are no amounts (dates, versions, long ids) do not change.
 */
export function countNumbers(text: string, share: number): string {
  if (share >= 1) return text;
  return text.replace(NUMBER, (written) => {
    const zero = zeroBefore(written.codePointAt(0)!);
    const plain = inPlainDigits(written, zero);
    return plain === undefined ? written : asWritten(countNumber(plain, Math.max(0, share)), written, zero);
  });
}

/** The code point of the zero of the same script. The ten digits of a script are consecutive. */
function zeroBefore(digit: number): number {
  let first = digit;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return digit - ((digit - first) % 10);
}

/** A number in ASCII, from the digits that start at `zero`; undefined if it contains other digits. */
function inPlainDigits(written: string, zero: number): string | undefined {
  const plain = Array.from(written, (character) => {
    if (!/\p{Nd}/u.test(character)) return MARKS[character] ?? character;
    const digit = character.codePointAt(0)! - zero;
    return digit >= 0 && digit <= 9 ? String(digit) : undefined;
  });
  return plain.includes(undefined) ? undefined : plain.join('');
}

function asWritten(counted: string, written: string, zero: number): string {
  const digits = counted.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
  return Object.entries(MARKS)
    .filter(([mark]) => written.includes(mark))
    .reduce((text, [mark, plain]) => text.replaceAll(plain, mark), digits);
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
  const grouped = separator === undefined ? padded : inGroups(padded, separator);
  return mark === undefined ? grouped : `${grouped}${mark}${decimals}`;
}

/** The digits in groups of three, counted from the right. */
function inGroups(digits: string, separator: string): string {
  const groups = [];
  for (let end = digits.length; end > 0; end -= 3) groups.unshift(digits.slice(Math.max(0, end - 3), end));
  return groups.join(separator);
}

/** The last mark, unless it separates groups: a comma before three digits, or a mark that occurs twice. */
function decimalMark(written: string): string | undefined {
  const marks = written.match(/\D/g) ?? [];
  const last = marks.at(-1);
  if (last !== '.' && last !== ',') return undefined;
  if (marks.filter((mark) => mark === last).length > 1) return undefined;
  const isGroup = last === ',' && marks.length === 1 && /,\d{3}$/.test(written);
  return isGroup ? undefined : last;
}
