import { type ListVideos, readTime, VIDEO_STATUSES } from '#libs/contracts';
import type { PreparedStatement, PreparedStatements } from '#libs/database';
import { SHOWN_COLUMNS, type ShownRow } from './to-video.js';

/** The conditions that a list can have beside the status, by their values in a request. */
const CONDITIONS = {
  batch_id: (value: string) => `batch_id = ${value}::uuid`,
  template_id: (value: string) => `template_id = ${value}::uuid`,
  format: (value: string) => `format = ${value}::text`,
  // A range in the order of bytes, which `videos_by_metadata` has: the highest character follows every other.
  metadata: (value: string) =>
    `metadata IS NOT NULL AND left(metadata, 128) COLLATE "C" >= ${value}::text
     AND left(metadata, 128) COLLATE "C" < ${value}::text || U&'\\+10FFFF'`,
  created_by: (value: string) => `creator_id = ${value}::uuid`,
  since: (value: string) => `created_at >= ${value}::timestamptz`,
  until: (value: string) => `created_at < ${value}::timestamptz`,
} as const;

type Filter = keyof typeof CONDITIONS;
const FILTERS = Object.keys(CONDITIONS) as Filter[];

/** Whether a request demands more than a status or a batch, which have lists of their own. */
export function isFiltered(request: ListVideos): boolean {
  return filtersOf(request).some((filter) => filter !== 'batch_id');
}

function filtersOf(request: ListVideos): Filter[] {
  return FILTERS.filter((filter) => request[filter] !== undefined && request[filter] !== '');
}

/** Counts the videos found and pages through them in one pass: the rows that an index finds are read once. */
function statementOf(filters: readonly Filter[]): PreparedStatement {
  const conditions = filters.map((filter, index) => CONDITIONS[filter](`$${index + 5}`));
  const newest = 'ORDER BY created_at DESC, id DESC';
  return {
    name: `list-videos-by-${filters.join('-')}`,
    text: `
    WITH found AS MATERIALIZED (
      SELECT id, created_at FROM videos WHERE org_id = $1 AND status = ANY ($2) AND ${conditions.join(' AND ')}
    ), page AS (
      SELECT ${SHOWN_COLUMNS} FROM videos WHERE id IN (SELECT id FROM found ${newest} LIMIT $3 OFFSET $4)
    )
    SELECT page.*, counted.total FROM (SELECT count(*)::int AS total FROM found) AS counted
      LEFT JOIN page ON true ORDER BY page."createdAt" DESC, page.id DESC`,
  };
}

/** A page of the videos that meet all conditions of a request, newest first, and the number of all of them. */
export async function listFiltered(
  statements: PreparedStatements,
  request: ListVideos,
): Promise<{ total: number; rows: ShownRow[] }> {
  const { org_id: orgId, status, limit = 20, offset = 0 } = request;
  const filters = filtersOf(request);
  const found = await statements.run<(ShownRow | { id: null }) & { total: number }>(statementOf(filters), [
    ...[orgId, status === undefined ? VIDEO_STATUSES : [status], limit, offset],
    ...filters.map((filter) => valueOf(request, filter)),
  ]);
  return { total: found[0]!.total, rows: found.filter((row) => row.id !== null) };
}

function valueOf(request: ListVideos, filter: Filter): string | Date | undefined {
  const value = request[filter];
  return value !== undefined && (filter === 'since' || filter === 'until') ? readTime(value) : value;
}
