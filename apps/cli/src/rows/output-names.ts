import { resolve } from 'node:path';
import { CliError, EXIT, type PlacedFault } from '../cli-error.js';

const PLACEHOLDER = /\{([^{}]*)\}/g;
/** Characters of a value that a name takes. */
const MAX_VALUE = 120;

/** Fields of a name that no column has: the number of the row from 1, with leading zeros, and the size. */
const OWN_FIELDS: ReadonlySet<string> = new Set(['row', 'size']);

/** The fields between braces in the name of the output: `out/{name}.mp4`. */
export function fieldsOf(output: string): Set<string> {
  return new Set([...output.matchAll(PLACEHOLDER)].map(([, field]) => field!));
}

/** Refuses fields that no column has, and a name that would be that of every row. @throws CliError */
export function assertNames(output: string, columns: readonly string[], rows: number): void {
  const fields = fieldsOf(output);
  const unknown = [...fields].filter((field) => !OWN_FIELDS.has(field) && !columns.includes(field));
  if (unknown.length > 0) {
    const known = ['row', 'size', ...columns].map((name) => `{${name}}`).join(', ');
    throw wrong(`the name of the output has {${unknown.join('}, {')}}; there are ${known.slice(0, 500)}`);
  }
  if (rows > 1 && [...fields].every((field) => field === 'size')) {
    throw wrong('the name of the output must differ from row to row: -o "out/{row}.mp4"');
  }
}

/** The name of the file of a row. Values become plain: neither a folder nor a character that file systems refuse. */
export function outputOf(output: string, values: ReadonlyMap<string, unknown>): string {
  return output.replaceAll(PLACEHOLDER, (_whole, field: string) => plain(values.get(field)));
}

/** The rows that would write the same file, also where capitals do not count. */
export function collisions(outputs: readonly string[]): PlacedFault[] {
  const rows = new Map<string, number>();
  return outputs.flatMap((output, index) => {
    const key = resolve(output).normalize('NFC').toLowerCase();
    const first = rows.get(key);
    if (first === undefined) rows.set(key, index);
    if (first === undefined) return [];
    const message = `video ${index + 1} and video ${first + 1} would both be ${output}`;
    return [{ field: '--output', code: 'INVALID_VALUE', message, value: output }];
  });
}

function plain(value: unknown): string {
  const text =
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
  const name = text
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cf}/\\:*?"<>|]+/gu, '-')
    .trim()
    .slice(0, MAX_VALUE)
    .replace(/^\.+/, '')
    .toWellFormed();
  return name === '' ? '_' : name;
}

function wrong(message: string): CliError {
  return new CliError(message, EXIT.wrongInput, { code: 'USAGE' });
}
