import type { components } from '#libs/client';
import type { Json } from '#libs/document';
import type { ChangedField } from '../../api/caller-request.ts';
import type { Mapping } from './suggest-mapping.ts';

type TemplateField = components['schemas']['TemplateField'];

/** The reason for which a row is worth a look before all are rendered. */
type Finding = 'Missing' | 'Longest' | 'Shortest';

export interface FoundRow {
  /** From 1, as the API counts rows. */
  readonly row: number;
  readonly finding: Finding;
  readonly column: string;
  readonly value: string;
}

/** Rows that are found, at most. */
const MOST_ROWS = 10;
const ADDRESS = /^https?:\/\//i;

/**
 * The rows with the most unusual values of columns that are used: first those that lack one, then the longest by length,
 * then the shortest. Each row is named once. The length of an address says nothing.
 */
export function foundRows(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  mapping: Mapping,
): readonly FoundRow[] {
  const used = columns.flatMap((column, index) => (mapping[column] === undefined ? [] : [{ column, index }]));
  const all = used.flatMap(({ column, index }) =>
    findings(
      column,
      rows.map((row) => row[index] ?? ''),
    ),
  );
  const inTurn = [
    ...all.filter(({ finding }) => finding === 'Missing'),
    ...all.filter(({ finding }) => finding === 'Longest').sort((one, other) => other.value.length - one.value.length),
    ...all.filter(({ finding }) => finding === 'Shortest').sort((one, other) => one.value.length - other.value.length),
  ];
  const seen = new Set<number>();
  return inTurn.filter(({ row }) => !seen.has(row) && seen.add(row)).slice(0, MOST_ROWS);
}

function findings(column: string, values: readonly string[]): readonly FoundRow[] {
  const found: FoundRow[] = [];
  const add = (finding: Finding, at: number) =>
    at >= 0 && found.push({ row: at + 1, finding, column, value: values[at]! });
  let [missing, longest, shortest] = [-1, -1, -1];
  values.forEach((value, at) => {
    if (value.trim() === '') missing = missing < 0 ? at : missing;
    else if (!ADDRESS.test(value)) {
      if (longest < 0 || value.length > values[longest]!.length) longest = at;
      if (shortest < 0 || value.length < values[shortest]!.length) shortest = at;
    }
  });
  add('Missing', missing);
  if (longest >= 0 && values[longest]!.length > values[shortest]!.length) {
    add('Longest', longest);
    add('Shortest', shortest);
  }
  return found;
}

/** The fields that a row sets in its video, as far as the template has them: with its cells as the API reads them. */
export function fieldsOfRow(
  columns: readonly string[],
  cells: readonly string[],
  { mapping, fields }: { mapping: Mapping; fields: readonly TemplateField[] },
): readonly ChangedField[] {
  return columns.flatMap((column, index) => {
    const field = fields.find(({ path }) => path === mapping[column]);
    const text = cells[index] ?? '';
    return field && text !== '' ? [{ ...field, value: valueOf(text, field.kind) }] : [];
  });
}

function valueOf(text: string, kind: TemplateField['kind']): Json {
  const trimmed = text.trim();
  if (kind === 'boolean' && /^(?:true|false)$/i.test(trimmed)) return trimmed.toLowerCase() === 'true';
  if (NUMBERS.has(kind) && /^-?\d+(?:\.\d+)?$/.test(trimmed)) return Number(trimmed);
  if (!OBJECTS.has(kind) || !/^[[{]/.test(trimmed)) return text;
  try {
    return JSON.parse(trimmed) as Json;
  } catch {
    return text; // the API says what is wrong with it
  }
}

const NUMBERS = new Set<string>(['number', 'length']);
const OBJECTS = new Set<string>(['list', 'money', 'point']);
