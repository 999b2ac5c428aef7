import type { EntityManager } from '@mikro-orm/postgresql';
import type { WaitingOrg } from './fair-queue.js';

interface WaitingRow {
  org_id: string;
  turn: string;
  active: string;
  video_id: string;
  segment: number;
  cost_ms: number;
}

/**
 * Organizations with waiting segments of one kind, each with its oldest segments. Reads the index organization by
 * organization, so the cost grows with the organizations that wait, not with the segments they have queued.
 */
export const WAITING_ORGS = `
  WITH RECURSIVE org AS (
    (SELECT org_id FROM segments WHERE state = 'WAITING' AND test = ? ORDER BY org_id LIMIT 1)
    UNION ALL
    SELECT (SELECT org_id FROM segments WHERE state = 'WAITING' AND test = ? AND org_id > org.org_id
             ORDER BY org_id LIMIT 1)
      FROM org WHERE org.org_id IS NOT NULL
  )
  SELECT org.org_id, CASE WHEN ? THEN coalesce(test_turn, 0) ELSE coalesce(turn, 0) END AS turn,
         active.count AS active, oldest.video_id, oldest.segment, oldest.cost_ms
    FROM org LEFT JOIN dispatch_turns USING (org_id)
   CROSS JOIN LATERAL (
     SELECT count(*) FROM segments
      WHERE org_id = org.org_id AND state IN ('DISPATCHED', 'LEASED') AND test = ?
   ) AS active
   CROSS JOIN LATERAL (
     SELECT video_id, segment, cost_ms, queued_at FROM segments
      WHERE org_id = org.org_id AND state = 'WAITING' AND test = ? ORDER BY queued_at LIMIT ?
   ) AS oldest
   WHERE org.org_id IS NOT NULL
   ORDER BY min(oldest.queued_at) OVER (PARTITION BY org.org_id), org.org_id, oldest.queued_at, oldest.segment`;

/** Every organization with waiting segments of this kind, the longest wait first, each with its oldest `limit` segments. */
export async function waitingOrgs(
  tx: EntityManager,
  { isTest, limit }: { isTest: boolean; limit: number },
): Promise<WaitingOrg[]> {
  const rows = await tx.execute<WaitingRow[]>(WAITING_ORGS, [isTest, isTest, isTest, isTest, isTest, limit]);
  return [...Map.groupBy(rows, (row) => row.org_id)].map(([orgId, segments]) => ({
    orgId,
    lastTurn: Number(segments[0]!.turn),
    active: Number(segments[0]!.active),
    waiting: segments.map((row) => ({ videoId: row.video_id, segment: row.segment, orgId, costMs: row.cost_ms })),
  }));
}
