import { Injectable } from '@nestjs/common';
import { PreparedStatements } from '#libs/database';
import { Logger } from '#libs/runtime';
import { ObjectStore } from '#libs/storage';
import { removeFiles } from './remove-files.js';
import { BATCH, dueAfter, type Sweep } from './sweep.js';
import { workFilesOf } from './work-files.js';

/** Time after which the renderers of a canceled video have stopped, ms. Later files are left to the sweep of `work`. */
const AFTER_END_MS = 60_000;

const FIND = {
  name: 'find-ended-parts',
  text: `
  SELECT id FROM videos WHERE finished_at < $1 AND cut_places IS NOT NULL ORDER BY finished_at LIMIT ${BATCH}`,
};

const MARK = {
  name: 'mark-parts-removed',
  text: `UPDATE videos SET cut_places = NULL WHERE id = ANY ($1)`,
};

const DUE_SINCE = {
  name: 'ended-parts-since',
  text: `SELECT min(finished_at) AS since FROM videos WHERE finished_at IS NOT NULL AND cut_places IS NOT NULL`,
};

/**
 * Removes the parts, the sound and the assets of videos that were cut soon after their end: they are as large as the video
 * and its files together.
 */
@Injectable()
export class PartSweep implements Sweep {
  readonly kind = 'parts';

  constructor(
    private readonly statements: PreparedStatements,
    private readonly store: ObjectStore,
    private readonly log: Logger,
  ) {}

  async sweep(): Promise<number> {
    const ended = await this.statements.run<{ id: string }>(FIND, [new Date(Date.now() - AFTER_END_MS)]);
    const files = await workFilesOf(this.store, ended);
    const { removed, failure } = await removeFiles(this.store, files);
    if (removed.length > 0) await this.statements.run(MARK, [removed]);
    if (failure)
      this.log.warn('retention.parts_removal_failed', { count: files.length - removed.length, error: failure });
    return removed.length;
  }

  async dueSince(): Promise<Date | null> {
    const [row] = await this.statements.run<{ since: Date | null }>(DUE_SINCE, []);
    return dueAfter(row?.since, AFTER_END_MS);
  }
}
