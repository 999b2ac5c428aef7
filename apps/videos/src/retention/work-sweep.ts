import { Injectable } from '@nestjs/common';
import { publicPosterKey } from '#libs/contracts';
import { PreparedStatements } from '#libs/database';
import { Logger } from '#libs/runtime';
import { ObjectStore } from '#libs/storage';
import { VideosConfig } from '../videos.config.js';
import type { VideoRow } from '../videos/video.entity.js';
import { removeFiles } from './remove-files.js';
import { BATCH, type Sweep } from './sweep.js';
import { workFilesOf } from './work-files.js';

const FIND = {
  name: 'find-unswept',
  text: `
  SELECT id, public_key AS "publicKey", file_size IS NOT NULL AS "hasFile" FROM videos
   WHERE finished_at < $1 AND swept_at IS NULL ORDER BY finished_at LIMIT ${BATCH}`,
};

const MARK = {
  name: 'mark-swept',
  text: `
  WITH drawn AS (DELETE FROM segments WHERE video_id = ANY ($1))
  UPDATE videos SET swept_at = $2 WHERE id = ANY ($1) AND swept_at IS NULL`,
};

const DUE_SINCE = {
  name: 'unswept-since',
  text: `SELECT min(finished_at) AS since FROM videos WHERE finished_at IS NOT NULL AND swept_at IS NULL`,
};

type Ended = Pick<VideoRow, 'id' | 'publicKey'> & { hasFile: boolean };

/**
 * Removes the leftovers of rendering once no late renderer can add to them: plans, superseded uploads, steps, and the
 * public copy of a video that ended while it was copied.
 */
@Injectable()
export class WorkSweep implements Sweep {
  readonly kind = 'work';

  constructor(
    private readonly statements: PreparedStatements,
    private readonly store: ObjectStore,
    private readonly log: Logger,
    private readonly config: VideosConfig,
  ) {}

  async sweep(): Promise<number> {
    const ended = await this.statements.run<Ended>(FIND, [new Date(Date.now() - this.config.workRetentionMs)]);
    if (ended.length === 0) return 0;
    const files = await workFilesOf(this.store, ended);
    ended.forEach((video, index) => files[index]!.keys.push(...unpublished(video)));
    const { removed, failure } = await removeFiles(this.store, files);
    await this.statements.run(MARK, [removed, new Date()]);
    if (failure)
      this.log.warn('retention.work_removal_failed', { count: files.length - removed.length, error: failure });
    return removed.length;
  }

  async dueSince(): Promise<Date | null> {
    const [row] = await this.statements.run<{ since: Date | null }>(DUE_SINCE, []);
    if (!row?.since) return null;
    const due = new Date(row.since.getTime() + this.config.workRetentionMs);
    return due.getTime() < Date.now() ? due : null;
  }
}

/** The public copies of a video that ended while it was copied. */
function unpublished({ publicKey, hasFile }: Ended): string[] {
  return hasFile ? [] : [publicKey, publicPosterKey(publicKey)];
}
