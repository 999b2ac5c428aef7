/**
 * A cell in quotes, within which quotes are doubled, or a cell without quotes; then the sign that ends it. It is
 * matched at one place at a time.
 */
const CELLS = {
  // eslint-disable-next-line regexp/no-super-linear-move -- it is sticky
  ',': /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y,
  // eslint-disable-next-line regexp/no-super-linear-move -- it is sticky
  '\t': /(?:"((?:[^"]|"")*)"|([^\t\r\n]*))(\t|\r\n|\n|\r|$)/y,
} as const;

type Separator = keyof typeof CELLS;

/** The first `count` lines of a table in a text, by their cells, as far as they can be read. Empty lines are skipped. */
export function readRecords(text: string, count: number, separator: Separator = ','): string[][] {
  const records: string[][] = [];
  for (const { record } of allRecords(text, separator)) {
    if (records.length === count) break;
    if (!isEmpty(record)) records.push(record);
  }
  return records;
}

/** The numbers that a spreadsheet gives the lines of a table that are not empty, from 1. */
export function recordNumbers(text: string): number[] {
  return [...allRecords(text, ',')].flatMap(({ record }, index) => (isEmpty(record) ? [] : [index + 1]));
}

/**
 * Divides a table of CSV: one without some of its lines, where empty lines keep the numbers of the others in a spreadsheet, and one of those
 * lines alone below the first.
 *
 * @param taken positions among the lines that are not empty; the first, which names the columns, is 0
 */
export function divideRecords(text: string, taken: ReadonlySet<number>): { rest: string; taken: string } {
  let [rest, out, position] = ['', '', -1];
  for (const { record, start, end } of allRecords(text, ',')) {
    if (!isEmpty(record)) position += 1;
    const line = text.slice(start, end);
    const isTaken = !isEmpty(record) && taken.has(position);
    rest += isTaken ? /(?:\r\n|\n|\r)?$/.exec(line)![0] : line;
    if (isTaken || position === 0) out += line;
  }
  return { rest, taken: out };
}

interface PlacedRecord {
  readonly record: string[];
  /** Its place in the text, with the sign that ends its line. */
  readonly start: number;
  readonly end: number;
}

function* allRecords(text: string, separator: Separator): Generator<PlacedRecord> {
  const reader = new RegExp(CELLS[separator]);
  let record: string[] = [];
  let start = 0;
  while (reader.lastIndex < text.length) {
    const cell = reader.exec(text);
    if (!cell) return;
    record.push(cell[1]?.replaceAll('""', '"') ?? cell[2] ?? '');
    if (cell[3] === separator) {
      if (reader.lastIndex < text.length) continue;
      record.push(''); // the text ends behind a separator
    }
    yield { record, start, end: reader.lastIndex };
    record = [];
    start = reader.lastIndex;
  }
}

const isEmpty = (record: readonly string[]) => record.length === 1 && record[0] === '';
