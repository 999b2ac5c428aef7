import { Injectable } from '@nestjs/common';
import { PreparedStatements } from '#libs/database';
import { VideosConfig } from '../videos.config.js';
import { BATCH, daysBefore, type Sweep } from './sweep.js';

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
    const { fileRetentionDays } = this.config;
    if (fileRetentionDays === 0) return 0;
    return (await this.statements.run(DATE, [daysBefore(new Date(), -fileRetentionDays)])).length;
  }

  /** Always null, because nothing is overdue: a file whose date is set later is also kept for longer. */
  dueSince(): Promise<null> {
    return Promise.resolve(null);
  }
}
