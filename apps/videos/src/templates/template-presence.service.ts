import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AppError, type PresentUser, type ReportTemplatePresence, type TemplatePresence } from '#libs/contracts';

/** Life of a lease, s: a user who does not report again within it is gone. Consoles report every 10 s. */
const PRESENCE_S = 30;
const MAX_OTHERS = 50;
/** Most ended leases that each report removes. */
const SWEPT = 100;

type Row = Omit<PresentUser, 'since'> & { since: Date };

/** The users who have a template open. A lease is a hint for people: drafts are guarded by their revision. */
@Injectable()
export class TemplatePresences {
  constructor(private readonly em: EntityManager) {}

  /** Renews the lease of a user. @throws AppError RESOURCE_NOT_FOUND */
  async report({ org_id, id, user_id, user_name }: ReportTemplatePresence): Promise<TemplatePresence> {
    const em = this.em.fork();
    const now = new Date();
    const end = new Date(now.getTime() - PRESENCE_S * 1_000);
    // The lock keeps a template that is being deleted from vanishing between its read and the insertion.
    const [template] = await em.execute<{ draft_revision: number; latest_version: number }[]>(
      `WITH opened AS (
         SELECT id, draft_revision, latest_version FROM templates WHERE id = ? AND org_id = ? FOR KEY SHARE
       ), reported AS (
         INSERT INTO template_presence AS held (template_id, user_id, name, since, seen_at)
         SELECT id, ?, ?, ?, ? FROM opened
         ON CONFLICT (template_id, user_id) DO UPDATE SET name = excluded.name, seen_at = excluded.seen_at,
           since = CASE WHEN held.seen_at < ? THEN excluded.since ELSE held.since END
       )
       SELECT draft_revision, latest_version FROM opened`,
      [id, org_id, user_id, user_name, now, now, end],
    );
    if (!template) throw new AppError('RESOURCE_NOT_FOUND');
    await sweep(em, end);
    const others = await em.execute<Row[]>(
      `SELECT user_id, name, since FROM template_presence WHERE template_id = ? AND user_id <> ? AND seen_at >= ?
        ORDER BY since, user_id LIMIT ?`,
      [id, user_id, end, MAX_OTHERS],
    );
    return {
      template_id: id,
      revision: template.draft_revision,
      latest_version: template.latest_version,
      others: others.map(({ since, ...user }) => ({ ...user, since: new Date(since).toISOString() })),
    };
  }
}

/** Removes ended leases. Simultaneous calls take different rows. */
async function sweep(em: EntityManager, end: Date): Promise<void> {
  await em.execute(
    `DELETE FROM template_presence WHERE (template_id, user_id) IN (
       SELECT template_id, user_id FROM template_presence WHERE seen_at < ? LIMIT ? FOR UPDATE SKIP LOCKED)`,
    [end, SWEPT],
  );
}
