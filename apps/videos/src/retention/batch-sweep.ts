import { Injectable } from '@nestjs/common';
import { RowAgeSweep } from './row-age-sweep.js';
import { BATCH, daysMs } from './sweep.js';

/** An SQL condition: the batch finished before $1, and no video of it is left. Until then the batch can be read. */
const IS_OLD = `status = 'FINISHED' AND finished_at < $1 AND NOT EXISTS (SELECT FROM videos WHERE batch_id = batches.id)`;

/** Removes batches that finished long ago, after the last of their videos. */
@Injectable()
export class BatchSweep extends RowAgeSweep {
  readonly kind = 'batches';

  protected readonly remove = `
  DELETE FROM batches WHERE id = ANY (ARRAY(
    SELECT id FROM batches WHERE ${IS_OLD} ORDER BY finished_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED))
  RETURNING id`;

  protected readonly oldest = `SELECT min(finished_at) AS since FROM batches WHERE ${IS_OLD}`;

  protected lifeMs(): number {
    return daysMs(this.config.videoRetentionDays);
  }
}
