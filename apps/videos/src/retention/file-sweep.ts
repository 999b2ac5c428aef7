import { Injectable } from '@nestjs/common';
import { publicPosterKey } from '#libs/contracts';
import { PreparedStatements } from '#libs/database';
import { Logger } from '#libs/runtime';
import { ObjectStore } from '#libs/storage';
import type { VideoRow } from '../videos/video.entity.js';
import { removeFiles } from './remove-files.js';
import { BATCH, type Sweep } from './sweep.js';

const FIND = {
  name: 'find-expired',
  text: `
  SELECT id, public_key AS "publicKey" FROM videos
   WHERE expires_at <= $1 AND files_removed_at IS NULL ORDER BY expires_at LIMIT ${BATCH}`,
};

const MARK = {
  name: 'mark-files-removed',
  text: `UPDATE videos SET files_removed_at = $2 WHERE id = ANY ($1) AND files_removed_at IS NULL`,
};

const DUE_SINCE = {
  name: 'expired-since',
  text: `SELECT min(expires_at) AS since FROM videos WHERE expires_at <= $1 AND files_removed_at IS NULL`,
};

/** Removes the expired files and posters of finished videos. A crash before the mark repeats the removal. */
@Injectable()
export class FileSweep implements Sweep {
  readonly kind = 'files';

  constructor(
    private readonly statements: PreparedStatements,
    private readonly store: ObjectStore,
    private readonly log: Logger,
  ) {}

  async sweep(): Promise<number> {
    const expired = await this.statements.run<Pick<VideoRow, 'id' | 'publicKey'>>(FIND, [new Date()]);
    if (expired.length === 0) return 0;
    const files = expired.map(({ id, publicKey }) => ({ id, keys: [publicKey, publicPosterKey(publicKey)] }));
    const { removed, failure } = await removeFiles(this.store, files);
    await this.statements.run(MARK, [removed, new Date()]);
    if (failure)
      this.log.warn('retention.files_removal_failed', { count: files.length - removed.length, error: failure });
    return removed.length;
  }

  async dueSince(): Promise<Date | null> {
    const [row] = await this.statements.run<{ since: Date | null }>(DUE_SINCE, [new Date()]);
    return row?.since ?? null;
  }
}
