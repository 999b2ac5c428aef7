import { AppError, type CheckBatch, MAX_ROWS_CHARACTERS } from '#libs/contracts';
import type { Fault } from '#libs/template';
import type { JsonObject } from '../http/request-shapes.js';
import type { CsvBatchQuery } from './batch-requests.js';

/** The fields of the message. */
type SentBatch = Pick<CheckBatch, keyof CheckBatch>;

/**
 * A request for a batch as the videos service takes it: JSON, or CSV whose options are in the query. The rows travel as text,
 * because neither service reads them on its event loop again.
 *
 * @throws AppError VALIDATION_ERROR
 */
export function readBatchRequest(org_id: string, sent: JsonObject, query: CsvBatchQuery): SentBatch {
  if (typeof sent['csv'] === 'string' && Object.keys(sent).length === 1) {
    const { mapping, ...options } = query;
    const body = { ...options, ...(mapping !== undefined && { mapping: readMapping(mapping) }) };
    return { org_id, body, rows: limited(sent['csv']), row_format: 'csv' };
  }
  const faults = Object.entries(query).map(([field, value]): Fault => {
    return { field, code: 'INVALID_VALUE', message: `${field} belongs in the body, unless it is CSV`, value };
  });
  if (faults.length > 0) throw new AppError('VALIDATION_ERROR', { details: faults });
  const { rows, ...body } = sent;
  if (rows === undefined) return { org_id, body, row_format: 'json' };
  return { org_id, body, rows: limited(JSON.stringify(rows)), row_format: 'json' };
}

function readMapping(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    const message = 'mapping must be a JSON object';
    throw new AppError('VALIDATION_ERROR', {
      details: [{ field: 'mapping', code: 'INVALID_FORMAT', message, value: text.slice(0, 256) }],
      cause,
    });
  }
}

/** A message is JSON, in which every quotation mark and line break of the rows takes one character more. */
function limited(rows: string): string {
  if (Buffer.byteLength(JSON.stringify(rows)) <= MAX_ROWS_CHARACTERS) return rows;
  const message = `rows must be at most ${MAX_ROWS_CHARACTERS} bytes of JSON text`;
  throw new AppError('VALIDATION_ERROR', {
    details: [{ field: 'rows', code: 'VALUE_TOO_LARGE', message, value: null }],
  });
}
