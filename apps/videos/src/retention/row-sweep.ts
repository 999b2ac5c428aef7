import { Injectable } from '@nestjs/common';
import { RowAgeSweep } from './row-age-sweep.js';
import { BATCH, daysMs } from './sweep.js';

/** An SQL condition, equal to that of the index `videos_removable`: no file is left that only this row names. */
const IS_ALONE = `swept_at IS NOT NULL AND (file_size IS NULL OR files_removed_at IS NOT NULL)`;
/** An SQL condition: the credits are settled. The row determines how, so it stays until then. */
const IS_SETTLED = `finished_at < (SELECT ended_before FROM settlement_progress)`;

/** Removes the rows of videos that ended long ago, once their files are gone. */
@Injectable()
export class VideoSweep extends RowAgeSweep {
  readonly kind = 'videos';

  protected readonly remove = `
  DELETE FROM videos WHERE id = ANY (ARRAY(
    SELECT id FROM videos WHERE ${IS_ALONE} AND ${IS_SETTLED} AND finished_at < $1
     ORDER BY finished_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED))
  RETURNING id`;

  protected readonly oldest = `SELECT min(finished_at) AS since FROM videos WHERE ${IS_ALONE} AND finished_at < $1`;

  protected lifeMs(): number {
    return daysMs(this.config.videoRetentionDays);
  }
}

/** Removes the rows of videos that their owners have deleted, once their files are gone. */
@Injectable()
export class DeletedVideoSweep extends RowAgeSweep {
  readonly kind = 'deleted_videos';

  protected readonly remove = `
  DELETE FROM videos WHERE id = ANY (ARRAY(
    SELECT id FROM videos WHERE status = 'DELETED' AND ${IS_ALONE} AND ${IS_SETTLED} AND swept_at < $1
     ORDER BY finished_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED))
  RETURNING id`;

  protected readonly oldest = `SELECT min(swept_at) AS since FROM videos WHERE status = 'DELETED' AND ${IS_ALONE} AND swept_at < $1`;

  protected lifeMs(): number {
    return 0;
  }
}
