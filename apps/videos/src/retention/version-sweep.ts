import { Injectable } from '@nestjs/common';
import { PreparedStatements } from '#libs/database';
import { VideosConfig } from '../videos.config.js';
import { BATCH, DAY_MS, daysBefore, dueAfter, type Sweep } from './sweep.js';

/** Removes old versions except those that videos in progress name, because their callers may still read them. */
const REMOVE = {
  name: 'remove-old-versions',
  text: `
  DELETE FROM template_versions WHERE (template_id, version) IN (
    SELECT template_id, version FROM template_versions AS old
     WHERE superseded_at < $1
       AND NOT EXISTS (SELECT FROM videos WHERE status IN ('RESERVING', 'PROCESSING')
                          AND videos.template_id = old.template_id AND template_version = old.version)
     ORDER BY superseded_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
  RETURNING version`,
};

const DUE_SINCE = {
  name: 'old-versions-since',
  text: `SELECT min(superseded_at) AS since FROM template_versions WHERE superseded_at IS NOT NULL`,
};

/** Removes versions of templates that were superseded long ago. The newest of each stays. */
@Injectable()
export class VersionSweep implements Sweep {
  readonly kind = 'template_versions';

  constructor(
    private readonly statements: PreparedStatements,
    private readonly config: VideosConfig,
  ) {}

  async sweep(): Promise<number> {
    const { templateVersionRetentionDays: days } = this.config;
    return days === 0 ? 0 : (await this.statements.run(REMOVE, [daysBefore(new Date(), days)])).length;
  }

  async dueSince(): Promise<Date | null> {
    const { templateVersionRetentionDays: days } = this.config;
    if (days === 0) return null;
    const [row] = await this.statements.run<{ since: Date | null }>(DUE_SINCE, []);
    return dueAfter(row?.since, days * DAY_MS);
  }
}
