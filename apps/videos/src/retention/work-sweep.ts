import { Injectable } from '@nestjs/common';
import { publicPosterKey } from '#libs/contracts';
import type { VideoRow } from '../videos/video.entity.js';
import { FileAgeSweep } from './file-age-sweep.js';
import type { FilesOfVideo } from './remove-files.js';
import { BATCH } from './sweep.js';
import { workFilesOf } from './work-files.js';

/** An SQL condition: the video ended before $1 and its leftovers are there. */
const IS_OLD = `finished_at < $1 AND swept_at IS NULL`;

type Ended = Pick<VideoRow, 'id' | 'publicKey'> & { hasFile: boolean };

/**
 * Removes the leftovers of rendering once no late renderer can add to them: plans, superseded uploads, steps, and the
 * public copy of a video that ended while it was copied.
 */
@Injectable()
export class WorkSweep extends FileAgeSweep<Ended> {
  readonly kind = 'work';

  protected readonly find = `
  SELECT id, public_key AS "publicKey", file_size IS NOT NULL AS "hasFile" FROM videos
   WHERE ${IS_OLD} ORDER BY finished_at LIMIT ${BATCH}`;

  protected readonly mark = `
  WITH drawn AS (DELETE FROM segments WHERE video_id = ANY ($1))
  UPDATE videos SET swept_at = now() WHERE id = ANY ($1) AND swept_at IS NULL`;

  protected readonly oldest = `SELECT min(finished_at) AS since FROM videos WHERE ${IS_OLD}`;

  protected lifeMs(): number {
    return this.config.workRetentionMs;
  }

  protected async filesOf(videos: readonly Ended[]): Promise<FilesOfVideo[]> {
    const files = await workFilesOf(this.store, videos);
    return files.map(({ id, keys }, index) => ({ id, keys: [...keys, ...unpublished(videos[index]!)] }));
  }
}

/** The public copies of a video that ended while it was copied. */
function unpublished({ publicKey, hasFile }: Ended): string[] {
  return hasFile ? [] : [publicKey, publicPosterKey(publicKey)];
}
