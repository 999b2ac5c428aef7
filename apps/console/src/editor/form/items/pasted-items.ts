import { type Json, type JsonObject, objectOf, without } from '#libs/document';
import { readRecords } from '../../../ui/read-records.ts';
import { parsedJson } from '../../../ui/json-value.ts';
import type { ItemColumn } from './item-columns.ts';

/** The item with a value in a field, or without one. */
export function withCell(item: JsonObject, name: string, value: Json | undefined): JsonObject {
  return value === undefined ? without(item, name) : { ...item, [name]: value };
}

/** The cells of a text of a spreadsheet; undefined for a text that belongs into one cell. */
export function pastedCells(text: string, most: number): readonly (readonly string[])[] | undefined {
  if (!/\t|\n./s.test(text.trimEnd())) return undefined;
  return readRecords(text, most + 1, '\t'); // with the names of columns
}

interface Corner {
  readonly row: number;
  readonly column: number;
}

/**
 * The items with cells of a spreadsheet from a corner on, to the right and down; further rows are added, `most` in all. A
 * first line that names columns places the others instead.
 */
export function withPasted(
  items: readonly JsonObject[],
  cells: readonly (readonly string[])[],
  { columns, at, most }: { columns: readonly ItemColumn[]; at: Corner; most: number },
): readonly JsonObject[] {
  const named = (cells[0] ?? []).map((name) => columns.find((column) => isNamed(column, name)));
  const hasNames = named.length > 0 && named.every((column) => column !== undefined);
  const targets = hasNames ? named : columns.slice(at.column);
  const rows = hasNames ? cells.slice(1) : cells;
  const result = [...items];
  for (const [index, row] of rows.slice(0, Math.max(0, most - at.row)).entries()) {
    const item = result[at.row + index] ?? {};
    result[at.row + index] = targets.reduce((filled, column, position) => {
      const text = row[position];
      return text === undefined ? filled : withCell(filled, column.name, cellValue(text.trim(), column));
    }, item);
  }
  return result;
}

function isNamed({ name, label }: ItemColumn, text: string): boolean {
  const plain = text.trim().toLowerCase();
  return plain === name.toLowerCase() || plain === label.toLowerCase();
}

const TRUE = ['true', 'yes', '1', 'x'];
const FALSE = ['false', 'no', '0'];
const CURRENCIES: Readonly<Record<string, string>> = { '€': 'EUR', $: 'USD', '£': 'GBP', '¥': 'JPY' };

/** The value that a text stands for in a column. A text that is no such value stays, so that it can be corrected. */
export function cellValue(text: string, { type, options, sample }: ItemColumn): Json | undefined {
  if (text === '') return undefined;
  switch (type) {
    case 'number':
      return numberOf(text) ?? text;
    case 'boolean': {
      const plain = text.toLowerCase();
      return TRUE.includes(plain) ? true : FALSE.includes(plain) ? false : text;
    }
    case 'enum':
      return options.find(({ value, label }) => value === text || label === text)?.value ?? text;
    case 'money':
      return moneyOf(text, objectOf(sample)?.['currency']) ?? text;
    case 'list':
      return parsedJson(text) ?? text;
    default:
      return text;
  }
}

/** A number with a decimal point or comma, and with separators of thousands. */
function numberOf(text: string): number | undefined {
  const plain = text.replaceAll(/[\s\u00a0\u202f'’]/g, '');
  if (/^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(plain)) return Number(plain.replaceAll(',', ''));
  if (/^-?\d{1,3}(?:\.\d{3})+,\d+$/.test(plain)) return Number(plain.replaceAll('.', '').replace(',', '.'));
  return /^-?\d+(?:[.,]\d+)?$/.test(plain) ? Number(plain.replace(',', '.')) : undefined;
}

function moneyOf(text: string, known: Json | undefined): Json | undefined {
  const amount = numberOf(text.replaceAll(/[^\d\s.,'’-]/g, ''));
  const sign = Object.keys(CURRENCIES).find((each) => text.includes(each));
  const currency = /\b[A-Z]{3}\b/.exec(text)?.[0] ?? (sign === undefined ? known : CURRENCIES[sign]);
  return amount === undefined || currency === undefined ? undefined : { amount, currency };
}
