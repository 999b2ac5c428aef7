import { Injectable } from '@nestjs/common';
import { PreparedStatements } from '#libs/database';
import { VideosConfig } from '../videos.config.js';
import { BATCH, daysBefore, type Sweep } from './sweep.js';

/** An SQL condition: no video of the batch is left. Until then the batch can be read. */
const IS_EMPTY = `NOT EXISTS (SELECT FROM videos WHERE batch_id = batches.id)`;

const REMOVE_OLD = {
  name: 'remove-old-batches',
  text: `
  DELETE FROM batches WHERE id = ANY (ARRAY(
    SELECT id FROM batches WHERE status = 'FINISHED' AND finished_at < $1 AND ${IS_EMPTY}
     ORDER BY finished_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED))
  RETURNING id`,
};

const OLD_SINCE = {
  name: 'old-batches-since',
  text: `SELECT min(finished_at) AS since FROM batches WHERE status = 'FINISHED' AND finished_at < $1 AND ${IS_EMPTY}`,
};

/** Removes batches that finished long ago, after the last of their videos. */
@Injectable()
export class BatchSweep implements Sweep {
  readonly kind = 'batches';

  constructor(
    private readonly statements: PreparedStatements,
    private readonly config: VideosConfig,
  ) {}

  async sweep(): Promise<number> {
    const { videoRetentionDays } = this.config;
    if (videoRetentionDays === 0) return 0;
    return (await this.statements.run(REMOVE_OLD, [daysBefore(new Date(), videoRetentionDays)])).length;
  }

  async dueSince(): Promise<Date | null> {
    const { videoRetentionDays } = this.config;
    if (videoRetentionDays === 0) return null;
    const before = daysBefore(new Date(), videoRetentionDays);
    const [row] = await this.statements.run<{ since: Date | null }>(OLD_SINCE, [before]);
    return row?.since ? daysBefore(row.since, -videoRetentionDays) : null;
  }
}
