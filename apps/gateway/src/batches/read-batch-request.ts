import { AppError, type CheckBatch } from '#libs/contracts';
import type { Fault } from '#libs/template';
import type { BodyWithRows } from '../http/body/body-with-rows.js';
import type { CsvBatchQuery } from './batch-requests.js';

/** The fields of the message. */
type SentBatch = Pick<CheckBatch, keyof CheckBatch>;

/**
 * A request for a batch as the videos service takes it: JSON, or CSV whose options are in the query.
 *
 * @throws AppError VALIDATION_ERROR
 */
export function readBatchRequest(org_id: string, sent: BodyWithRows, query: CsvBatchQuery): SentBatch {
  if (sent.row_format === 'csv') {
    const { mapping, sizes, ...options } = query;
    const body = {
      ...options,
      ...(sizes !== undefined && { sizes: sizes.split(',') }),
      ...(mapping !== undefined && { mapping: readMapping(mapping) }),
    };
    return { ...sent, org_id, body };
  }
  const faults = Object.entries(query).map(([field, value]): Fault => {
    return { field, code: 'INVALID_VALUE', message: `${field} belongs in the body, unless it is CSV`, value };
  });
  if (faults.length > 0) throw new AppError('VALIDATION_ERROR', { details: faults });
  return { ...sent, org_id };
}

function readMapping(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const message = 'mapping must be a JSON object';
    throw new AppError('VALIDATION_ERROR', {
      details: [{ field: 'mapping', code: 'INVALID_FORMAT', message, value: text.slice(0, 256) }],
      cause,
    });
  }
}
