import { Injectable } from '@nestjs/common';
import { PreparedStatements } from '#libs/database';
import { VideosConfig } from '../videos.config.js';
import { BATCH, DAY_MS, daysBefore, dueAfter, type Sweep } from './sweep.js';

/** An SQL condition, equal to that of the index `videos_removable`: no file is left that only this row names. */
const IS_ALONE = `swept_at IS NOT NULL AND (file_size IS NULL OR files_removed_at IS NOT NULL)`;
/** An SQL condition: the credits are settled. The row determines how, so it stays until then. */
const IS_SETTLED = `finished_at < (SELECT ended_before FROM settlement_progress)`;

const REMOVE_OLD = {
  name: 'remove-old-videos',
  text: `
  DELETE FROM videos WHERE id = ANY (ARRAY(
    SELECT id FROM videos WHERE ${IS_ALONE} AND ${IS_SETTLED} AND finished_at < $1
     ORDER BY finished_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED))
  RETURNING id`,
};

const OLD_SINCE = {
  name: 'old-videos-since',
  text: `SELECT min(finished_at) AS since FROM videos WHERE ${IS_ALONE}`,
};

const REMOVE_DELETED = {
  name: 'remove-deleted-videos',
  text: `
  DELETE FROM videos WHERE id = ANY (ARRAY(
    SELECT id FROM videos WHERE status = 'DELETED' AND ${IS_ALONE} AND ${IS_SETTLED}
     ORDER BY finished_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED))
  RETURNING id`,
};

const DELETED_SINCE = {
  name: 'deleted-videos-since',
  text: `SELECT min(swept_at) AS since FROM videos WHERE status = 'DELETED' AND ${IS_ALONE}`,
};

/** Removes the rows of videos that ended long ago, once their files are gone. */
@Injectable()
export class VideoSweep implements Sweep {
  readonly kind = 'videos';

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
    const [row] = await this.statements.run<{ since: Date | null }>(OLD_SINCE, []);
    return dueAfter(row?.since, videoRetentionDays * DAY_MS);
  }
}

/** Removes the rows of videos that their owners have deleted, once their files are gone. */
@Injectable()
export class DeletedVideoSweep implements Sweep {
  readonly kind = 'deleted_videos';

  constructor(private readonly statements: PreparedStatements) {}

  async sweep(): Promise<number> {
    return (await this.statements.run(REMOVE_DELETED, [])).length;
  }

  async dueSince(): Promise<Date | null> {
    const [row] = await this.statements.run<{ since: Date | null }>(DELETED_SINCE, []);
    return row?.since ?? null;
  }
}
