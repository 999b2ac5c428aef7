import { Injectable } from '@nestjs/common';
import { PreparedStatements } from '#libs/database';
import { VideosConfig } from '../videos.config.js';
import { BATCH, daysMs, type Sweep } from './sweep.js';

const DATE = {
  name: 'date-files',
  text: `
  UPDATE videos SET expires_at = $1 WHERE id = ANY (ARRAY(
    SELECT id FROM videos WHERE status = 'COMPLETED' AND expires_at IS NULL
     ORDER BY finished_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED))
  RETURNING id`,
};

/**
 * Sets an expiry date for files that were finished while FILE_RETENTION_DAYS was 0: the whole period, counted from now. Never
 * changes a date that callers have seen.
 */
@Injectable()
export class FileDates implements Sweep {
  readonly kind = 'undated_files';

  constructor(
    private readonly statements: PreparedStatements,
    private readonly config: VideosConfig,
  ) {}

  async sweep(): Promise<number> {
    const lifeMs = daysMs(this.config.fileRetentionDays);
    if (lifeMs === Infinity) return 0;
    return (await this.statements.run(DATE, [new Date(Date.now() + lifeMs)])).length;
  }

  /** Always null, because nothing is overdue: a file whose date is set later is also kept for longer. */
  dueSince(): Promise<null> {
    return Promise.resolve(null);
  }
}
