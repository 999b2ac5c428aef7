import { Injectable } from '@nestjs/common';
import { RowAgeSweep } from './row-age-sweep.js';
import { BATCH, daysMs } from './sweep.js';

/** Removes versions of templates that were superseded long ago. The newest of each stays, and so do those with a label. */
@Injectable()
export class VersionSweep extends RowAgeSweep {
  readonly kind = 'template_versions';

  /** Versions that videos in progress name stay, because their callers may still read them. */
  protected readonly remove = `
  DELETE FROM template_versions WHERE (template_id, version) IN (
    SELECT template_id, version FROM template_versions AS old
     WHERE superseded_at < $1
       AND label IS NULL
       AND NOT EXISTS (SELECT FROM videos WHERE status IN ('RESERVING', 'PROCESSING')
                          AND videos.template_id = old.template_id AND template_version = old.version)
     ORDER BY superseded_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
  RETURNING version`;

  protected readonly oldest = `SELECT min(superseded_at) AS since FROM template_versions WHERE superseded_at < $1
    AND label IS NULL`;

  protected lifeMs(): number {
    return daysMs(this.config.templateVersionRetentionDays);
  }
}
