import { Injectable } from '@nestjs/common';
import { RowAgeSweep } from './row-age-sweep.js';
import { BATCH, daysMs } from './sweep.js';

/** Days for which the length of an upload is kept, which may have been deleted. Later it is measured again. */
const LENGTH_LIFE_DAYS = 90;

/** Removes lengths of uploads that were measured long ago. */
@Injectable()
export class UploadLengthSweep extends RowAgeSweep {
  readonly kind = 'upload_lengths';

  protected readonly remove = `
  DELETE FROM upload_lengths WHERE (upload, kind) IN (
    SELECT upload, kind FROM upload_lengths WHERE measured_at < $1
     ORDER BY measured_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
  RETURNING upload`;

  protected readonly oldest = `SELECT min(measured_at) AS since FROM upload_lengths WHERE measured_at < $1`;

  protected lifeMs(): number {
    return daysMs(LENGTH_LIFE_DAYS);
  }
}
