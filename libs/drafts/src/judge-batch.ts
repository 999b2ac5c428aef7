import { CreateBatchBody, MAX_BATCH_ROWS, MAX_ROW_FAULTS, type RowFormat } from '#libs/contracts';
import {
  type Checked,
  type Fault,
  type FileToMeasure,
  type MeasuredLengths,
  type TemplateDocument,
  validateShape,
} from '#libs/template';
import { batchFault, readColumns } from './batch-columns.js';
import type { VideoDraft } from './draft-video.js';
import { judgeRequest, type Judgment, targetFaults } from './judge-document.js';
import { faultOfRow, requestOfRow, type RowBase, videosOfRow } from './row-request.js';
import { type SentCells, sentCells } from './row-cells.js';
import { type RowTable, tableOfCsv, tableOfRows } from './row-table.js';

/** A batch that was read: what its rows share, and the rows themselves. */
export interface ReadBatch {
  base: RowBase;
  name: string | null;
  metadata: string | null;
  /** The address that receives the batch's event; that of a row's video is an option of the row. */
  webhookUrl: string | null;
  /** Number of its videos: one for each size of each row. */
  videos: number;
  /** JSON of {@link ROWS_OF_A_PART} rows each: text passes between threads at little cost. */
  parts: string[];
  /** The rows as they were sent. */
  sent: SentCells;
}

/** A video of a row, its document as JSON. */
interface RowDraft extends Omit<VideoDraft, 'document'> {
  document: string;
  /** Number of its row, from 1. */
  batchRow: number;
}

/** Rows that were judged, from the first. */
export interface JudgedRows {
  drafts: RowDraft[];
  faults: Fault[];
  judged: number;
  /** Files whose lengths were assumed: the rows are to be judged again when they are measured. */
  unmeasured: FileToMeasure[];
}

/** A part of a batch's rows that was judged. */
export interface JudgedPart extends JudgedRows {
  /** Time that the thread worked, ms, without the wait for a thread. */
  tookMs: number;
}

const ROWS_OF_A_PART = 250;
/** Characters of documents after which a part is continued later. */
const ENOUGH_CHARACTERS = 1_000_000;

interface BatchInput {
  body: Record<string, unknown>;
  rows?: string;
  format: RowFormat;
  template: TemplateDocument | null;
}

/**
 * Reads the body of `POST /batches` and finds what its columns set.
 *
 * @returns null for a valid body whose template does not exist
 */
export function readBatch(
  { body, rows, format, template }: BatchInput,
  { checkAddress, checkTarget }: Judgment,
): Checked<ReadBatch | null> {
  const sent: Record<string, unknown> =
    format === 'json' && rows !== undefined ? { ...body, rows: JSON.parse(rows) } : body;
  const request = validateShape(CreateBatchBody, sent, { checkAddress });
  if (!request.ok) return request;
  const refused = targetFaults(request.value, checkTarget);
  if (refused) return { ok: false, faults: refused };
  const { rows: objects, mapping, name = null, webhook_url: webhookUrl = null, ...options } = request.value;
  const isOneRow = objects === undefined && rows === undefined && Boolean(options.sizes?.length);
  delete options.csv_url; // its rows have been fetched
  const table = isOneRow ? ONE_ROW : readTable(objects, format === 'csv' ? rows : undefined);
  if (!table.ok) return table;
  if (!template) return { ok: true, value: null };
  const { columns, faults } = readColumns(table.value.columns, mapping, template);
  if (faults.length > 0) return { ok: false, faults: faults.slice(0, MAX_ROW_FAULTS) };
  const places = columns.map((column) => table.value.columns.indexOf(column.name));
  const values = table.value.rows.map((row) => places.map((place) => row[place] ?? null));
  const parts = Array.from({ length: Math.ceil(values.length / ROWS_OF_A_PART) }, (_, part) =>
    JSON.stringify(values.slice(part * ROWS_OF_A_PART, (part + 1) * ROWS_OF_A_PART)),
  );
  const base = { options: { ...options }, columns, format, isOneRow };
  const videos = values.reduce((sum, row) => sum + videosOfRow(row, base), 0);
  if (videos > MAX_BATCH_ROWS) {
    const message = `rows must have at most ${MAX_BATCH_ROWS} videos in all their sizes, not ${videos}`;
    return { ok: false, faults: [batchFault('rows', 'VALUE_TOO_LARGE', message, null)] };
  }
  const { metadata = null } = options;
  return { ok: true, value: { base, name, metadata, webhookUrl, videos, parts, sent: sentCells(table.value) } };
}

/** The table of a body without rows. */
const ONE_ROW: Checked<RowTable> = { ok: true, value: { columns: [], rows: [[]] } };

function readTable(objects: Record<string, unknown>[] | undefined, csv: string | undefined): Checked<RowTable> {
  if (objects && csv === undefined) return tableOfRows(objects);
  if (csv !== undefined && !objects) return tableOfCsv(csv);
  const [code, message] = objects
    ? (['INVALID_VALUE', 'rows must not be given beside CSV'] as const)
    : (['REQUIRED_FIELD', 'rows is required'] as const);
  return { ok: false, faults: [batchFault('rows', code, message, null)] };
}

/** A part of a batch's rows, and where to begin in it. */
export interface RowsInput {
  base: RowBase;
  part: string;
  /** Rows before the part. */
  before: number;
  /** Rows of the part that were judged before. */
  skip: number;
  template: TemplateDocument;
  measured?: MeasuredLengths | undefined;
}

/** Judges rows as requests for videos, until the part ends, `isTimeUp`, or the documents are large enough to be stored. */
export function judgeRows(
  { base, part, before, skip, template, measured }: RowsInput,
  judgment: Judgment & { isTimeUp: () => boolean },
): JudgedRows {
  const rows = JSON.parse(part) as unknown[][];
  const found: JudgedRows = { drafts: [], faults: [], judged: 0, unmeasured: [] };
  let characters = 0;
  for (const [index, values] of rows.entries()) {
    if (index < skip) continue;
    const batchRow = before + index + 1;
    const { body, columns } = requestOfRow(values, base);
    const checked = judgeRequest({ body, template, measured }, judgment);
    if (!checked.ok) {
      const faults = checked.faults.map((fault) => faultOfRow(fault, batchRow, columns));
      found.faults.push(...(base.isOneRow ? checked.faults : faults));
    }
    for (const { draft, unmeasured } of (checked.ok && checked.value) || []) {
      const document = JSON.stringify(draft.document);
      found.drafts.push({ ...draft, document, batchRow });
      found.unmeasured.push(...unmeasured.map((file) => (base.isOneRow ? file : fileOfRow(file, batchRow, columns))));
      characters += document.length;
    }
    found.judged += 1;
    if (found.faults.length >= MAX_ROW_FAULTS || characters >= ENOUGH_CHARACTERS || judgment.isTimeUp()) break;
  }
  return found;
}

/** The file with the row and the column that name it in place of its path in the request. */
function fileOfRow(file: FileToMeasure, row: number, columns: ReadonlyMap<string, string>): FileToMeasure {
  const { field } = faultOfRow(
    { field: file.field, code: 'INVALID_VALUE', message: '', value: file.url },
    row,
    columns,
  );
  return { ...file, field };
}
