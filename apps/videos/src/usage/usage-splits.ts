import type { CreatorInUse, Page, PageRequest, PaidVideos, Period, TemplateInUse } from '#libs/contracts';
import { pageOf } from '#libs/contracts';
import type { PreparedStatement, PreparedStatements } from '#libs/database';
import type { UsageRow } from './usage-of.js';

/** Splits of the usage: by template, or by the creator of videos, which is a key or a user. */
const KINDS = { template: `('template')`, creator: `('key', 'user')`, any: `('template', 'key', 'user')` } as const;
type Split = 'template' | 'creator';

/** A row for the template of a video, and one for its creator where it is known. */
export const SPLIT = `CROSS JOIN LATERAL (VALUES ('template', template_id), (creator_type, creator_id)) AS split (kind, of_id)`;

/** Counts of an organization ($1) on the days from $2 to $3, with the changes that are not added yet. */
function counted(kinds: keyof typeof KINDS): string {
  const where = `org_id = $1 AND kind IN ${KINDS[kinds]} AND day BETWEEN $2::date AND $3::date`;
  return `
    SELECT kind, of_id, day, outcome, test, videos, seconds, credits FROM usage_splits WHERE ${where}
    UNION ALL
    SELECT kind, of_id, day, outcome, test, 1, seconds, credits FROM usage_split_changes ${SPLIT}
     WHERE ${where} AND of_id IS NOT NULL`;
}

const READ_ONE: PreparedStatement = {
  name: 'read-usage-of-one',
  text: `
  SELECT day::text, outcome, test, sum(videos)::float8 AS videos, sum(seconds) AS seconds, sum(credits)::float8 AS credits
    FROM (${counted('any')}) AS counted WHERE of_id = $4
   GROUP BY 1, 2, 3`,
};

/** A page of what was used most, in credits, and the number of all. */
function readMost(split: Split): PreparedStatement {
  return {
    name: `read-usage-by-${split}`,
    text: `
  WITH used AS (
    SELECT kind, of_id, coalesce(sum(videos) FILTER (WHERE outcome = 'COMPLETED'), 0)::float8 AS finished,
           coalesce(sum(videos) FILTER (WHERE outcome NOT IN ('COMPLETED', 'CANCELED')), 0)::float8 AS failed,
           coalesce(sum(videos) FILTER (WHERE outcome = 'CANCELED'), 0)::float8 AS canceled,
           coalesce(round((sum(seconds) FILTER (WHERE outcome = 'COMPLETED'))::numeric, 3), 0)::float8 AS seconds,
           coalesce(sum(credits) FILTER (WHERE outcome = 'COMPLETED'), 0)::float8 AS credits
      FROM (${counted(split)}) AS counted WHERE NOT test
     GROUP BY kind, of_id
  ), page AS (
    SELECT * FROM used ORDER BY credits DESC, finished DESC, failed DESC, of_id LIMIT $4 OFFSET $5
  )
  SELECT page.*, coalesce(template.name, newest.name) AS "templateName", (SELECT count(*)::int FROM used) AS total
    FROM (SELECT 1) AS one LEFT JOIN page ON true
    LEFT JOIN templates AS template ON template.id = page.of_id AND page.kind = 'template' AND template.org_id = $1
    LEFT JOIN template_versions AS newest ON newest.template_id = template.id AND newest.version = template.latest_version
   ORDER BY credits DESC, finished DESC, failed DESC, of_id`,
  };
}

const MOST: Readonly<Record<Split, PreparedStatement>> = {
  template: readMost('template'),
  creator: readMost('creator'),
};

interface UsedRow extends PaidVideos {
  kind: 'template' | 'key' | 'user';
  /** Null in the only row of an empty page. */
  of_id: string | null;
  templateName: string | null;
  total: number;
}

/** The days and the page of a split that are asked for. */
export type SplitRequest = Period & PageRequest;

/** The videos of one template, key or user that ended in a period. */
export function readUsageOf(
  statements: PreparedStatements,
  orgId: string,
  { from, to, of }: Period & { of: string },
): Promise<UsageRow[]> {
  return statements.run<UsageRow>(READ_ONE, [orgId, from, to, of]);
}

/** Templates by what their videos of a period cost, the most expensive first. */
export async function usageByTemplate(
  statements: PreparedStatements,
  orgId: string,
  request: SplitRequest,
): Promise<Page<TemplateInUse>> {
  const { rows, total } = await readSplit(statements, 'template', orgId, request);
  const data = rows.map((row) =>
    Object.assign(countsOf(row), { template_id: row.of_id, template_name: row.templateName }),
  );
  return pageOf(data, total, request);
}

/** Keys and users by what their videos of a period cost, the most expensive first; without their names. */
export async function usageByCreator(
  statements: PreparedStatements,
  orgId: string,
  request: SplitRequest,
): Promise<Page<CreatorInUse>> {
  const { rows, total } = await readSplit(statements, 'creator', orgId, request);
  const data = rows.map((row) => {
    const type = row.kind === 'user' ? row.kind : ('key' as const);
    return Object.assign(countsOf(row), { created_by: { type, id: row.of_id, name: null } });
  });
  return pageOf(data, total, request);
}

async function readSplit(
  statements: PreparedStatements,
  split: Split,
  orgId: string,
  { from, to, limit = 20, offset = 0 }: SplitRequest,
) {
  const rows = await statements.run<UsedRow>(MOST[split], [orgId, from, to, limit, offset]);
  const used = rows.flatMap((row) => (row.of_id === null ? [] : [{ ...row, of_id: row.of_id }]));
  return { rows: used, total: rows[0]?.total ?? 0 };
}

function countsOf({ finished, failed, canceled, seconds, credits }: PaidVideos): PaidVideos {
  return { finished, failed, canceled, seconds, credits };
}
