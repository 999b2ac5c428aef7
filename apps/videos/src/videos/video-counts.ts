import type { EntityManager } from '@mikro-orm/postgresql';
import { VIDEO_STATUSES, type VideoStatus } from '#libs/contracts';
import { patiently, type PreparedStatement, type PreparedStatements } from '#libs/database';

/** Changes added to the totals in one statement. */
const BATCH = 10_000;
/** For counting the videos of one organization, once, ms. */
const PATIENCE_MS = 10 * 60_000;

/**
 * An organization without totals is counted row by row: a new one, which has few, or one that was there before videos were
 * counted, for the moments until its turn.
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

/** Whoever counts meanwhile sees each change in one of the two tables. */
const ADD_UP = `
  WITH change AS (
    DELETE FROM video_changes WHERE id IN (
      SELECT id FROM video_changes AS change
       WHERE EXISTS (SELECT FROM video_totals AS total WHERE total.org_id = change.org_id)
       ORDER BY id LIMIT ${BATCH}
    ) RETURNING org_id, status, videos
  ), added AS (
    INSERT INTO video_totals AS totals (org_id, status, videos)
    SELECT org_id, status, sum(videos) FROM change GROUP BY 1, 2 HAVING sum(videos) <> 0
    ON CONFLICT (org_id, status) DO UPDATE SET videos = totals.videos + excluded.videos
  )
  SELECT count(*)::int AS changes FROM change`;

/** In one statement, and so of one moment: the changes up to then go, and every later one counts from these totals on. */
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

/** How many videos an organization has, of one status or of all: exact, and at the same cost however many there are. */
export async function countVideos(
  statements: PreparedStatements,
  orgId: string,
  status?: VideoStatus,
): Promise<number> {
  const statuses = status === undefined ? VIDEO_STATUSES : [status];
  const [row] = await statements.run<{ total: number }>(COUNT, [orgId, statuses]);
  return row!.total;
}

/** Adds a batch of changes to the totals, and counts an organization that has none. True when there may be more. */
export async function addUpChanges(em: EntityManager): Promise<boolean> {
  const changes = await alone(em, async (tx) => {
    const [row] = await tx.execute<[{ changes: number }]>(ADD_UP);
    return row.changes;
  });
  const counted = await alone(em, (tx) => tx.execute(COUNT_ORG));
  return changes === BATCH || counted.length > 0;
}

/** Two at once, when the leader changes, would count an organization twice. */
function alone<T>(em: EntityManager, work: (tx: EntityManager) => Promise<T>): Promise<T> {
  return patiently(em, PATIENCE_MS, async (tx) => {
    await tx.execute(`SELECT pg_advisory_xact_lock(hashtextextended(current_schema() || '.video-counts', 0))`);
    return work(tx);
  });
}
