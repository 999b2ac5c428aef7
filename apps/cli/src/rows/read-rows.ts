import { MAX_BATCH_ROWS } from '#libs/contracts';
import { type BatchColumn, readColumns, type RowBase, type RowTable, tableOfCsv, tableOfRows } from '#libs/drafts';
import { type Checked, isPlainObject, type TemplateDocument } from '#libs/template';
import { CliError, EXIT, type Finding } from '../cli-error.js';
import { parseJson, readTextFile } from '../documents/json-file.js';
import { faultsError } from '../documents/template-file.js';

/** Rows of a file, and what its columns set. */
export interface Rows {
  /** As the user named it. */
  file: string;
  format: RowBase['format'];
  /** The columns that set something. */
  columns: readonly BatchColumn[];
  /** One value for each column of the file. */
  values: readonly (readonly unknown[])[];
  /** All columns of the file, those for names included. */
  names: readonly string[];
}

/**
 * Reads the rows of a CSV or JSON file. Columns that the name of the output uses need not set anything.
 *
 * @throws CliError with every column that sets nothing
 */
export async function readRows(file: string, template: TemplateDocument, ofNames: ReadonlySet<string>): Promise<Rows> {
  const text = await readTextFile(file);
  const format = /\.json$/i.test(file) ? 'json' : 'csv';
  const table = format === 'json' ? tableOfJson(text, file) : tableOfCsv(text);
  if (!table.ok) throw refused(file, table.faults);
  const { columns: names, rows: values } = table.value;
  if (values.length === 0) throw refused(file, [{ field: 'rows', code: 'VALUE_TOO_SMALL', message: 'has no rows' }]);
  const { columns, faults } = readColumns(names, undefined, template);
  const known = faults.filter(({ value }) => !ofNames.has(String(value)));
  if (known.length > 0) throw refused(file, known);
  return { file, format, columns, values, names };
}

/** The values of a row that its columns set, in the order of the columns. */
export function valuesOfRow({ columns, names, values }: Rows, row: number): unknown[] {
  return columns.map(({ name }) => values[row]![names.indexOf(name)]);
}

function tableOfJson(text: string, file: string): Checked<RowTable> {
  const { value } = parseJson(text, file);
  if (!Array.isArray(value) || !value.every(isPlainObject)) {
    throw new CliError(`${file} must be a list of objects, one for each row`, EXIT.wrongInput, {
      code: 'INVALID_TYPE',
    });
  }
  if (value.length > MAX_BATCH_ROWS) {
    throw new CliError(`${file} has ${value.length} rows; at most ${MAX_BATCH_ROWS} are rendered at once`);
  }
  return tableOfRows(value);
}

function refused(file: string, faults: readonly Finding[]): CliError {
  return faultsError(
    `${file} does not fit the template`,
    faults.map((fault) => ({ ...fault, file })),
  );
}
