import { AppError, type CheckBatch, MAX_ROWS_CHARACTERS } from '#libs/contracts';
import type { Fault } from '#libs/template';
import type { JsonObject } from '../http/request-shapes.js';
import type { CsvBatchQuery } from './batch-requests.js';

/** The fields of the message. */
type SentBatch = Pick<CheckBatch, keyof CheckBatch>;

/**
 * A request for a batch as the videos service takes it: JSON, or CSV whose options are in the query. The rows travel as text,
 * because neither service reads them on its event loop again. They are removed from `sent`: a request waits for its reply with
 * one copy of them.
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
  delete sent['rows'];
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

function limited(rows: string): string {
  if (bytesInMessage(rows) <= MAX_ROWS_CHARACTERS) return rows;
  const message = `rows must be at most ${MAX_ROWS_CHARACTERS} bytes of JSON text`;
  throw new AppError('VALIDATION_ERROR', {
    details: [{ field: 'rows', code: 'VALUE_TOO_LARGE', message, value: null }],
  });
}

const [QUOTE, BACKSLASH, SPACE] = [0x22, 0x5c, 0x20];
/** Backspace to carriage return, without the vertical tab: JSON has a letter for each. */
const SHORT_ESCAPES = new Set([0x08, 0x09, 0x0a, 0x0c, 0x0d]);

/** Bytes of a text in a message, which is JSON: a mark or line break takes one more. Without a copy of it. */
function bytesInMessage(text: string): number {
  let bytes = Buffer.byteLength(text) + 2;
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === QUOTE || character === BACKSLASH || SHORT_ESCAPES.has(character)) bytes += 1;
    else if (character < SPACE) bytes += 5; // \u0000
  }
  return bytes;
}
