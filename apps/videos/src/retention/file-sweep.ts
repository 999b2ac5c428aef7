import { Injectable } from '@nestjs/common';
import { publicPosterKey } from '#libs/contracts';
import type { VideoRow } from '../videos/video.entity.js';
import { FileAgeSweep } from './file-age-sweep.js';
import type { FilesOfVideo } from './remove-files.js';
import { BATCH } from './sweep.js';

/** An SQL condition: the video's files expired until $1 and are there. */
const IS_EXPIRED = `expires_at <= $1 AND files_removed_at IS NULL`;

type Expired = Pick<VideoRow, 'id' | 'publicKey'>;

/** Removes the expired files and posters of finished videos. */
@Injectable()
export class FileSweep extends FileAgeSweep<Expired> {
  readonly kind = 'files';

  protected readonly find = `SELECT id, public_key AS "publicKey" FROM videos WHERE ${IS_EXPIRED} ORDER BY expires_at LIMIT ${BATCH}`;

  protected readonly mark = `UPDATE videos SET files_removed_at = now() WHERE id = ANY ($1) AND files_removed_at IS NULL`;

  protected readonly oldest = `SELECT min(expires_at) AS since FROM videos WHERE ${IS_EXPIRED}`;

  protected lifeMs(): number {
    return 0;
  }

  protected filesOf(videos: readonly Expired[]): FilesOfVideo[] {
    return videos.map(({ id, publicKey }) => ({ id, keys: [publicKey, publicPosterKey(publicKey)] }));
  }
}
