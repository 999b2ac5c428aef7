import type { EntityManager } from '@mikro-orm/postgresql';
import type { QueuedWork, RenderQueue } from '#libs/contracts';

interface Row {
  org_id: string;
  waiting: number;
  rendering: number;
  waiting_since: string | null;
  /** Frames that are not drawn yet. */
  frames_left: string;
  /** Frames drawn per second by all of the organization's renderers together. */
  frames_per_s: number;
}

/** Waiting and rendering work by organization. It is read in two parts, because each part has an index of its own. */
const QUEUE = `
  WITH work AS (
    SELECT org_id, true AS waits, queued_at, to_frame - from_frame AS frames_left, 0 AS frames_per_s
      FROM segments WHERE state = 'WAITING'
    UNION ALL
    SELECT org_id, state = 'DISPATCHED', queued_at,
           CASE state WHEN 'DISPATCHED' THEN to_frame - from_frame ELSE greatest(0, to_frame - from_frame - frames_done) END,
           CASE state WHEN 'DISPATCHED' THEN 0
             ELSE coalesce(frames_done / nullif(greatest(0, extract(epoch FROM heartbeat_at - claimed_at)), 0), 0) END
      FROM segments WHERE state IN ('DISPATCHED', 'LEASED')
  )
  SELECT org_id, (count(*) FILTER (WHERE waits))::int AS waiting, (count(*) FILTER (WHERE NOT waits))::int AS rendering,
         min(queued_at) FILTER (WHERE waits) AS waiting_since, sum(frames_left) AS frames_left,
         sum(frames_per_s)::double precision AS frames_per_s
    FROM work GROUP BY org_id ORDER BY waiting_since, org_id`;

/** Waiting and rendering work, over all organizations; names at most `limit` of them. */
export async function readRenderQueue(em: EntityManager, limit: number): Promise<RenderQueue> {
  const rows = await em.execute<Row[]>(QUEUE);
  const sum = (of: (row: Row) => number): number => rows.reduce((total, row) => total + of(row), 0);
  const framesPerS = sum((row) => row.frames_per_s);
  const organizations = rows.map(toQueuedWork);
  return {
    waiting: sum((row) => row.waiting),
    rendering: sum((row) => row.rendering),
    waiting_since: organizations[0]?.waiting_since ?? null,
    estimated_s: framesPerS > 0 ? Math.ceil(sum((row) => Number(row.frames_left)) / framesPerS) : null,
    organizations: organizations.slice(0, limit),
  };
}

function toQueuedWork({ org_id, waiting, rendering, waiting_since }: Row): QueuedWork {
  return {
    org_id,
    waiting,
    rendering,
    waiting_since: waiting_since === null ? null : new Date(waiting_since).toISOString(),
  };
}
