import { Injectable } from '@nestjs/common';
import { PreparedStatements } from '#libs/database';
import { VideosConfig } from '../videos.config.js';
import { BATCH, dueAfter, type Sweep } from './sweep.js';

const REMOVE = {
  name: 'remove-documents',
  text: `
  UPDATE videos SET document = NULL WHERE id = ANY (ARRAY(
    SELECT id FROM videos WHERE finished_at < $1 AND document IS NOT NULL
     ORDER BY finished_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED))
  RETURNING id`,
};

const DUE_SINCE = {
  name: 'documents-since',
  text: `SELECT min(finished_at) AS since FROM videos WHERE finished_at IS NOT NULL AND document IS NOT NULL`,
};

/** Removes the documents of videos that have ended. */
@Injectable()
export class DocumentSweep implements Sweep {
  readonly kind = 'documents';

  constructor(
    private readonly statements: PreparedStatements,
    private readonly config: VideosConfig,
  ) {}

  async sweep(): Promise<number> {
    return (await this.statements.run(REMOVE, [new Date(Date.now() - this.config.documentRetentionMs)])).length;
  }

  async dueSince(): Promise<Date | null> {
    const [row] = await this.statements.run<{ since: Date | null }>(DUE_SINCE, []);
    return dueAfter(row?.since, this.config.documentRetentionMs);
  }
}
