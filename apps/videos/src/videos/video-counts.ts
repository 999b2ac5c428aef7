import type { EntityManager } from '@mikro-orm/postgresql';
import { VIDEO_STATUSES, type VideoStatus } from '#libs/contracts';
import { patiently, type PreparedStatement, type PreparedStatements } from '#libs/database';

/** Changes added to the totals in one statement. */
const BATCH = 10_000;
/** Time limit for counting all videos of one organization, which happens once, ms. */
const PATIENCE_MS = 10 * 60_000;

/**
 * Counts the rows of an organization without totals: a new one, which has few, or one whose videos are older than the totals,
 * until its first round.
 */
const COUNT: PreparedStatement = {
  name: 'count-videos',
  text: `
  SELECT CASE WHEN EXISTS (SELECT FROM video_totals WHERE org_id = $1)
    THEN (SELECT coalesce(sum(videos), 0) FROM (
            SELECT status, videos FROM video_totals WHERE org_id = $1
            UNION ALL SELECT status, videos FROM video_changes WHERE org_id = $1
          ) AS counted WHERE status = ANY ($2))
    ELSE (SELECT count(*) FROM videos WHERE org_id = $1 AND status = ANY ($2))
  END::int AS total`,
};

/**
 * Adds changes to the totals in one statement, so that a concurrent count sees each change in exactly one of the two
 * tables. The batch is a range of ids: PostgreSQL plans a join of the table with itself for the few changes that
 * statistics usually find, and that takes minutes for a burst.
 */
const ADD_UP = `
  WITH change AS (
    DELETE FROM video_changes AS change
     WHERE id <= (SELECT max(id) FROM (SELECT id FROM video_changes ORDER BY id LIMIT ${BATCH}) AS oldest)
       AND EXISTS (SELECT FROM video_totals AS total WHERE total.org_id = change.org_id)
    RETURNING org_id, status, videos
  ), added AS (
    INSERT INTO video_totals AS totals (org_id, status, videos)
    SELECT org_id, status, sum(videos) FROM change GROUP BY 1, 2 HAVING sum(videos) <> 0
    ON CONFLICT (org_id, status) DO UPDATE SET videos = totals.videos + excluded.videos
  )
  SELECT count(*)::int AS changes FROM change`;

/**
 * Counts an organization in one statement, and so in one snapshot: deletes the changes that the count includes; later
 * ones are added to these totals.
 */
const COUNT_ORG = `
  WITH org AS MATERIALIZED (
    SELECT org_id FROM video_changes AS change
     WHERE NOT EXISTS (SELECT FROM video_totals AS total WHERE total.org_id = change.org_id) LIMIT 1
  ), counted AS (
    DELETE FROM video_changes WHERE org_id = (SELECT org_id FROM org)
  ), added AS (
    INSERT INTO video_totals (org_id, status, videos)
    SELECT org_id, status, count(*) FROM videos
     WHERE org_id = (SELECT org_id FROM org) AND status IN (${VIDEO_STATUSES.map((status) => `'${status}'`).join(', ')})
     GROUP BY 1, 2
  )
  SELECT org_id FROM org`;

/** The number of an organization's videos, of one status or of all: exact, at a cost that does not grow with the number. */
export async function countVideos(
  statements: PreparedStatements,
  orgId: string,
  status?: VideoStatus,
): Promise<number> {
  const statuses = status === undefined ? VIDEO_STATUSES : [status];
  const [row] = await statements.run<{ total: number }>(COUNT, [orgId, statuses]);
  return row!.total;
}

/** Adds a batch of changes to the totals and counts one organization without totals. True if there may be more. */
export async function addUpVideoChanges(em: EntityManager): Promise<boolean> {
  const changes = await alone(em, async (tx) => {
    const [row] = await tx.execute<[{ changes: number }]>(ADD_UP);
    return row.changes;
  });
  const counted = await alone(em, (tx) => tx.execute(COUNT_ORG));
  return changes === BATCH || counted.length > 0;
}

/** Runs `work` under a lock. Otherwise two replicas would count an organization twice while the leader changes. */
function alone<T>(em: EntityManager, work: (tx: EntityManager) => Promise<T>): Promise<T> {
  return patiently(em, PATIENCE_MS, async (tx) => {
    await tx.execute(`SELECT pg_advisory_xact_lock(hashtextextended(current_schema() || '.video-counts', 0))`);
    return work(tx);
  });
}
