import type { EntityManager } from '@mikro-orm/postgresql';
import { type FailedVideo, type ListFailures, type Page, pageOf } from '#libs/contracts';

/** Number of the latest failures that are looked at, so that a rare code costs no more than a frequent one. */
const MAX_FAILURES = 10_000;

const FOUND = `
  SELECT id, org_id, template_id, template_version, format, test, credits, error, created_at, finished_at FROM (
    SELECT * FROM videos WHERE status = 'FAILED' ORDER BY finished_at DESC, id DESC LIMIT ${MAX_FAILURES}
  ) AS latest
   WHERE (?::text IS NULL OR error ->> 'code' = ?) AND (?::uuid IS NULL OR org_id = ?)`;

/** A page of the latest failures over all organizations. */
export async function listFailures(
  em: EntityManager,
  { code = null, org_id = null, limit = 20, offset = 0 }: Omit<ListFailures, 'code' | 'org_id'> & Filter,
): Promise<Page<FailedVideo>> {
  const filter = [code, code, org_id, org_id];
  const rows = await em.execute<FailedVideo[]>(`${FOUND} ORDER BY finished_at DESC, id DESC LIMIT ? OFFSET ?`, [
    ...filter,
    limit,
    offset,
  ]);
  const [{ total }] = await em.execute<[{ total: number }]>(
    `SELECT count(*)::int AS total FROM (${FOUND}) AS found`,
    filter,
  );
  return pageOf(rows.map(toFailure), total, { limit, offset });
}

interface Filter {
  code?: ListFailures['code'] | null;
  org_id?: string | null;
}

function toFailure({ created_at, finished_at, ...video }: FailedVideo): FailedVideo {
  return {
    ...video,
    created_at: new Date(created_at).toISOString(),
    finished_at: new Date(finished_at).toISOString(),
  };
}
