import { Injectable } from '@nestjs/common';
import { FileAgeSweep } from './file-age-sweep.js';
import type { FilesOfVideo } from './remove-files.js';
import { BATCH } from './sweep.js';
import { workFilesOf } from './work-files.js';

/** Time after which the renderers of a canceled video have stopped, ms. Later files are left to the sweep of `work`. */
const AFTER_END_MS = 60_000;
/** An SQL condition: the video ended before $1 and its parts are there. */
const IS_OLD = `finished_at < $1 AND cut_places IS NOT NULL`;

/**
 * Removes the parts, the sound and the assets of videos that were cut soon after their end: they are as large as the video
 * and its files together.
 */
@Injectable()
export class PartSweep extends FileAgeSweep<{ id: string }> {
  readonly kind = 'parts';

  protected readonly find = `SELECT id FROM videos WHERE ${IS_OLD} ORDER BY finished_at LIMIT ${BATCH}`;

  protected readonly mark = `UPDATE videos SET cut_places = NULL WHERE id = ANY ($1)`;

  protected readonly oldest = `SELECT min(finished_at) AS since FROM videos WHERE ${IS_OLD}`;

  protected lifeMs(): number {
    return AFTER_END_MS;
  }

  protected filesOf(videos: readonly { id: string }[]): Promise<FilesOfVideo[]> {
    return workFilesOf(this.store, videos);
  }
}
