import { Injectable } from '@nestjs/common';
import { RowAgeSweep } from './row-age-sweep.js';
import { BATCH } from './sweep.js';

/** An SQL condition: the video ended before $1 and has its document. */
const IS_OLD = `finished_at < $1 AND document IS NOT NULL`;

/** Removes the documents of videos that have ended. */
@Injectable()
export class DocumentSweep extends RowAgeSweep {
  readonly kind = 'documents';

  protected readonly remove = `
  UPDATE videos SET document = NULL WHERE id = ANY (ARRAY(
    SELECT id FROM videos WHERE ${IS_OLD} ORDER BY finished_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED))
  RETURNING id`;

  protected readonly oldest = `SELECT min(finished_at) AS since FROM videos WHERE ${IS_OLD}`;

  protected lifeMs(): number {
    return this.config.documentRetentionMs;
  }
}
