import type { EntityManager } from '@mikro-orm/postgresql';
import type { WaitingOrg, WaitingStep } from './fair-queue.js';

interface WaitingRow {
  org_id: string;
  finish_ms: string;
  long_lead_ms: number;
  active: string;
  held_back: boolean;
  video_id: string;
  segment: number;
  cost_ms: number;
  long: boolean;
}

/**
 * An SQL condition: a waiting step may start again after an attempt that failed. PostgreSQL estimates that most steps
 * meet it in this form. Of `(not_before <= now()) IS NOT FALSE` it estimates that none do, and then reads and sorts
 * every step that waits.
 */
export const MAY_START = '(not_before IS NULL OR not_before <= now())';

const OLDEST = (long: boolean): string => `
     (SELECT video_id, segment, cost_ms, long, queued_at FROM segments
       WHERE org_id = org.org_id AND state = 'WAITING' AND test = ? AND long = ${long}
         AND ${MAY_START} ORDER BY queued_at LIMIT ?)`;

/**
 * Organizations with waiting steps of one kind, each with its oldest steps, short and long. Reads the index organization
 * by organization, so the cost grows with the organizations that wait, not with the steps they have queued. Its values:
 * {@link valuesOf}.
 */
export const WAITING_ORGS = `
  WITH RECURSIVE org AS (
    (SELECT org_id FROM segments WHERE state = 'WAITING' AND test = ? ORDER BY org_id LIMIT 1)
    UNION ALL
    SELECT (SELECT org_id FROM segments WHERE state = 'WAITING' AND test = ? AND org_id > org.org_id
             ORDER BY org_id LIMIT 1)
      FROM org WHERE org.org_id IS NOT NULL
  )
  SELECT org.org_id, coalesce(CASE WHEN ? THEN test_finish_ms ELSE finish_ms END, 0) AS finish_ms,
         coalesce(long_lead_ms, 0) AS long_lead_ms, active.count AS active, coalesce(held_back, false) AS held_back, oldest.video_id, oldest.segment, oldest.cost_ms,
         oldest.long
    FROM org LEFT JOIN dispatch_turns USING (org_id)
   CROSS JOIN LATERAL (
     SELECT count(*) FROM segments
      WHERE org_id = org.org_id AND state IN ('DISPATCHED', 'LEASED') AND test = ?
   ) AS active
   CROSS JOIN LATERAL (${OLDEST(false)}
     UNION ALL ${OLDEST(true)}
   ) AS oldest
   WHERE org.org_id IS NOT NULL
   ORDER BY min(oldest.queued_at) OVER (PARTITION BY org.org_id), org.org_id, oldest.queued_at, oldest.segment`;

/** The values of {@link WAITING_ORGS}. */
export function valuesOf({ isTest, limit }: { isTest: boolean; limit: number }): (boolean | number)[] {
  return [isTest, isTest, isTest, isTest, isTest, limit, isTest, limit];
}

/**
 * Every organization with waiting steps of this kind, the longest wait first, each with its oldest `limit` short steps
 * and as many long ones.
 */
export async function waitingOrgs(
  tx: EntityManager,
  wanted: { isTest: boolean; limit: number },
): Promise<WaitingOrg[]> {
  const rows = await tx.execute<WaitingRow[]>(WAITING_ORGS, valuesOf(wanted));
  return [...Map.groupBy(rows, (row) => row.org_id)].map(([orgId, steps]) => ({
    orgId,
    finishMs: Number(steps[0]!.finish_ms),
    longLeadMs: steps[0]!.long_lead_ms,
    active: Number(steps[0]!.active),
    isHeldBack: steps[0]!.held_back,
    short: steps.filter(({ long }) => !long).map(toStep),
    long: steps.filter(({ long }) => long).map(toStep),
  }));
}

function toStep({ video_id, segment, org_id, cost_ms }: WaitingRow): WaitingStep {
  return { videoId: video_id, index: segment, orgId: org_id, costMs: cost_ms };
}
