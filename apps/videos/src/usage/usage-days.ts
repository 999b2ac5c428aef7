import type { EntityManager } from '@mikro-orm/postgresql';
import type { Period } from '#libs/contracts';
import type { PreparedStatement, PreparedStatements } from '#libs/database';
import type { UsageRow } from './usage-of.js';
import { SPLIT } from './usage-splits.js';

/** Changes added to the days in one statement. */
const BATCH = 10_000;

/**
 * Adds changes to the days in one statement, so that a concurrent reader sees each change in exactly one of the two
 * tables.
 */
const ADD_UP = `
  WITH change AS (
    DELETE FROM usage_changes
     WHERE id <= (SELECT max(id) FROM (SELECT id FROM usage_changes ORDER BY id LIMIT ${BATCH}) AS oldest)
    RETURNING org_id, day, outcome, test, seconds, credits
  ), added AS (
    INSERT INTO usage_days AS days (org_id, day, outcome, test, videos, seconds, credits)
    SELECT org_id, day, outcome, test, count(*), sum(seconds), sum(credits) FROM change
     GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    ON CONFLICT (org_id, day, outcome, test) DO UPDATE
      SET videos = days.videos + excluded.videos, seconds = days.seconds + excluded.seconds,
          credits = days.credits + excluded.credits
  )
  SELECT count(*)::int AS changes FROM change`;

/** Adds up the same changes by template and by creator. */
const ADD_UP_SPLITS = `
  WITH change AS (
    DELETE FROM usage_split_changes
     WHERE id <= (SELECT max(id) FROM (SELECT id FROM usage_split_changes ORDER BY id LIMIT ${BATCH}) AS oldest)
    RETURNING org_id, day, template_id, creator_type, creator_id, outcome, test, seconds, credits
  ), added AS (
    INSERT INTO usage_splits AS splits (org_id, kind, of_id, day, outcome, test, videos, seconds, credits)
    SELECT org_id, kind, of_id, day, outcome, test, count(*), sum(seconds), sum(credits) FROM change ${SPLIT}
     WHERE of_id IS NOT NULL GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6
    ON CONFLICT (org_id, kind, day, of_id, outcome, test) DO UPDATE
      SET videos = splits.videos + excluded.videos, seconds = splits.seconds + excluded.seconds,
          credits = splits.credits + excluded.credits
  )
  SELECT count(*)::int AS changes FROM change`;

/** Reads the days of a period: a few rows a day, however many videos there are. */
const READ: PreparedStatement = {
  name: 'read-usage',
  text: `
  SELECT day::text, outcome, test, sum(videos)::float8 AS videos, sum(seconds) AS seconds, sum(credits)::float8 AS credits
    FROM (SELECT day, outcome, test, videos, seconds, credits FROM usage_days
           WHERE org_id = $1 AND day BETWEEN $2::date AND $3::date
          UNION ALL
          SELECT day, outcome, test, 1, seconds, credits FROM usage_changes
           WHERE org_id = $1 AND day BETWEEN $2::date AND $3::date) AS counted
   GROUP BY 1, 2, 3`,
};

/** Adds a batch of changes to the days. True if there may be more. Several may run at once. */
export async function addUpUsage(em: EntityManager): Promise<boolean> {
  const [{ changes }] = await em.fork().execute<[{ changes: number }]>(ADD_UP);
  const [{ changes: splitChanges }] = await em.fork().execute<[{ changes: number }]>(ADD_UP_SPLITS);
  return changes === BATCH || splitChanges === BATCH;
}

/** The videos of an organization that ended in a period: exact, at a cost that does not grow with their number. */
export function readUsage(statements: PreparedStatements, orgId: string, { from, to }: Period): Promise<UsageRow[]> {
  return statements.run<UsageRow>(READ, [orgId, from, to]);
}
