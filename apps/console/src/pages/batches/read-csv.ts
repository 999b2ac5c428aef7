import { divideRecords, readRecords } from '../../ui/read-records.ts';

/** The beginning of a CSV file: enough for a person to recognize its columns. */
export interface CsvStart {
  readonly columns: readonly string[];
  /** The first rows, with as many cells as there are columns. */
  readonly rows: readonly (readonly string[])[];
}

/** A CSV file whose beginning looks as the API requires. */
export interface CsvFile {
  readonly name: string;
  readonly text: string;
  readonly start: CsvStart;
  /** Rows with faults that are left out, as a file of their own. */
  readonly leftOut?: { readonly count: number; readonly text: string };
}

/** A file without some of its rows, by their numbers from 1. The lines of the others keep their numbers. */
export function withoutRows(file: CsvFile, rows: ReadonlySet<number>): CsvFile {
  const { rest, taken } = divideRecords(file.text, rows);
  const before = file.leftOut;
  // The first line of what is left out now names the columns again.
  const text = before ? `${before.text.trimEnd()}\n${withoutFirst(taken)}` : taken;
  return { ...file, text: rest, leftOut: { count: (before?.count ?? 0) + rows.size, text } };
}

function withoutFirst(text: string): string {
  return divideRecords(text, new Set([0])).rest.trimStart();
}

/**
 * Reads the names of the columns and the first rows of a CSV file (RFC 4180). The API reads the whole file; this is for the
 * eye only, so that a malformed rest is shown as far as it can be read.
 */
export function readCsvStart(text: string, rowCount: number): CsvStart {
  const records = readRecords(text.replace(/^\uFEFF/, ''), rowCount + 1);
  const [columns = [], ...rows] = records;
  return { columns, rows: rows.map((row) => columns.map((_, index) => row[index] ?? '')) };
}

/** The reason why a file cannot be a CSV that the API takes, in a sentence; null if it may be one. */
export function csvProblem({ columns, rows }: CsvStart): string | null {
  if (columns.length === 0) return 'The file is empty. Its first line must name the columns.';
  if (columns.length === 1 && /[;\t]/.test(columns[0]!)) {
    return 'The columns are separated by semicolons or tabs. Save the file with commas.';
  }
  if (columns.some((name) => name === '')) return 'A column has no name. The first line must name every column.';
  const twice = columns.find((name, index) => columns.indexOf(name) !== index);
  if (twice !== undefined) return `Two columns are named “${twice}”.`;
  return rows.length === 0 ? 'The file has no rows below the names of its columns.' : null;
}
