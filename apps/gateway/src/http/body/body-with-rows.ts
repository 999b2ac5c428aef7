import { AppError, type CheckBatch, MAX_ROWS_CHARACTERS } from '#libs/contracts';
import { isPlainObject } from '#libs/template';
import { runAtOnce } from './run-cooperatively.js';
import { parseStrictJson } from './strict-json.js';

/** Values of a body with rows: 10,000 of them, with thirty columns. */
const MAX_VALUES_WITH_ROWS = 310_000;

/**
 * A body whose rows are text, as in messages: neither the gateway nor the videos service parses the rows on its event
 * loop.
 */
export type BodyWithRows<Body = CheckBatch['body']> = Pick<CheckBatch, 'rows' | 'row_format'> & {
  /** The body without the rows. */
  body: Body;
};

/**
 * Reads JSON with `rows`. It takes about 50 ms for a megabyte.
 *
 * @returns the rows as text, and in `body` the rest: any JSON value, because its shape is checked later
 * @throws AppError as {@link parseStrictJson}; VALIDATION_ERROR for rows that are too long for a message
 */
export function readJsonWithRows(bytes: Uint8Array): BodyWithRows<unknown> {
  const json = runAtOnce(parseStrictJson(bytes, MAX_VALUES_WITH_ROWS));
  if (!isPlainObject(json)) return { body: json, row_format: 'json' };
  const { rows, ...body } = json;
  if (rows === undefined) return { body, row_format: 'json' };
  return { body, rows: limitRows(JSON.stringify(rows)), row_format: 'json' };
}

/** @throws AppError VALIDATION_ERROR for rows that are too long for a message */
export function limitRows(rows: string): string {
  if (bytesInMessage(rows) <= MAX_ROWS_CHARACTERS) return rows;
  const message = `rows must be at most ${MAX_ROWS_CHARACTERS} bytes of JSON text`;
  throw new AppError('VALIDATION_ERROR', {
    details: [{ field: 'rows', code: 'VALUE_TOO_LARGE', message, value: null }],
  });
}

const [QUOTE, BACKSLASH, SPACE] = [0x22, 0x5c, 0x20];
/** Control characters for which JSON has a short escape: backspace to carriage return, without the vertical tab. */
const SHORT_ESCAPES = new Set([0x08, 0x09, 0x0a, 0x0c, 0x0d]);

/**
 * Bytes of a text in a message, where it is a string of JSON: quotation marks, backslashes and line breaks take one
 * more each. Counts without making a copy of the text.
 */
function bytesInMessage(text: string): number {
  let bytes = Buffer.byteLength(text) + 2;
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === QUOTE || character === BACKSLASH) bytes += 1;
    else if (character < SPACE) bytes += SHORT_ESCAPES.has(character) ? 1 : 5; // \n, \u0000
  }
  return bytes;
}
