import { CsvError, parse } from 'csv-parse/sync';
import { MAX_BATCH_COLUMNS, MAX_BATCH_ROWS, type RowFormat } from '#libs/contracts';
import type { Checked, Fault } from '#libs/template';
import { type BatchColumn, batchFault } from './batch-columns.js';

/** The rows of a batch: the names of the columns, and the values. */
export interface RowTable {
  columns: string[];
  /** One value for each column; undefined where a row has none. */
  rows: unknown[][];
}

/** Most faults that are reported. */
const MAX_FAULTS = 100;
const MAX_CELL_CHARACTERS = 100_000;
const NUMBER = /^-?\d+(\.\d+)?(e[+-]?\d{1,3})?$/i;

/** Makes a table of JSON rows. Its columns are all keys that occur in a row, in the order of their first appearance. */
export function tableOfRows(rows: readonly Readonly<Record<string, unknown>>[]): Checked<RowTable> {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const fault = columnsFault(columns, 'rows');
  if (fault) return { ok: false, faults: [fault] };
  return { ok: true, value: { columns, rows: rows.map((row) => columns.map((name) => own(row, name) ?? undefined)) } };
}

/** Reads CSV (RFC 4180, UTF-8, with or without a byte order mark); the first line names the columns. */
export function tableOfCsv(text: string): Checked<RowTable> {
  let records: string[][];
  /** The line at which each record ends. */
  const lines: number[] = [];
  try {
    records = parse(text, {
      bom: true,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: MAX_BATCH_COLUMNS * MAX_CELL_CHARACTERS,
      to: MAX_BATCH_ROWS + 2,
      on_record: (record: string[], info) => {
        lines.push(info.lines);
        return record;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return refuse(batchFault('rows', 'INVALID_FORMAT', `rows must be CSV: ${error.message}`, null));
  }
  const [header, ...rows] = records;
  if (!header || rows.length === 0) {
    return refuse(
      batchFault('rows', 'VALUE_TOO_SMALL', 'rows must be a line of column names and at least one row', null),
    );
  }
  const columns = header.map((name) => name.trim());
  const fault = columnsFault(columns, 'rows') ?? rowsFault(rows.length);
  if (fault) return refuse(fault);
  const faults = cellCountFaults(rows, columns.length, lines.slice(1));
  if (faults.length > 0) return { ok: false, faults };
  return { ok: true, value: { columns, rows } };
}

/** Faults of the first rows that have more or fewer cells than there are columns. */
function cellCountFaults(rows: readonly string[][], count: number, lines: readonly number[]): Fault[] {
  const faults: Fault[] = [];
  for (const [index, { length }] of rows.entries()) {
    if (length === count) continue;
    const message = `row ${index + 1}: has ${length} cells, not ${count} (line ${lines[index]} of the file)`;
    faults.push(batchFault(`rows[${index}]`, 'INVALID_FORMAT', message, null));
    if (faults.length === MAX_FAULTS) break;
  }
  return faults;
}

/**
 * A value of a row as its column's target takes it. The text of a CSV becomes what the target accepts; an empty one is no
 * value. Names of sizes may be separated by commas or blanks.
 */
export function valueOf(raw: unknown, { target, types }: BatchColumn, format: RowFormat): unknown {
  if (format === 'json' || typeof raw !== 'string') return raw ?? undefined;
  if (raw === '') return undefined;
  const text = raw.trim();
  if (types.includes('boolean') && /^(true|false)$/i.test(text)) return text.toLowerCase() === 'true';
  if (types.includes('number') && NUMBER.test(text)) return Number(text);
  if (target.kind === 'option' && target.name === 'sizes' && !text.startsWith('[')) return text.split(/[\s,;]+/);
  const isStructured = types.includes('array') || types.includes('object');
  if (isStructured && !types.includes('string') && /^[[{]/.test(text)) return parsed(text);
  return raw;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text; // the property then refuses a text
  }
}

function columnsFault(columns: readonly string[], field: string): Fault | undefined {
  if (columns.length > MAX_BATCH_COLUMNS) {
    const message = `${field} must have at most ${MAX_BATCH_COLUMNS} columns, not ${columns.length}`;
    return batchFault(field, 'VALUE_TOO_LARGE', message, null);
  }
  const twice = columns.find((name, index) => columns.indexOf(name) !== index);
  if (twice === undefined) return undefined;
  return batchFault(field, 'INVALID_VALUE', `${field} must not have two columns ${twice.slice(0, 200)}`, twice);
}

function rowsFault(count: number): Fault | undefined {
  if (count <= MAX_BATCH_ROWS) return undefined;
  return batchFault('rows', 'VALUE_TOO_LARGE', `rows must be at most ${MAX_BATCH_ROWS}`, null);
}

function refuse(fault: Fault): Checked<never> {
  return { ok: false, faults: [fault] };
}

function own(row: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(row, name) ? row[name] : undefined;
}
