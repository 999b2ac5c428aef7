import type { EntityManager } from '@mikro-orm/postgresql';
import type { Change, ChangedSetting } from './audit-entry.js';

type Value = string | number | boolean | null;
/** The settings of a resource by their names; empty if there is none. */
export type Settings = Readonly<Record<string, Value>>;

const MAX_CHARACTERS = 500;

/** Reads the settings of the gateway's own resources, by their collections: of the resource (the first ?) in the organization. */
const READ: Readonly<Record<string, string>> = {
  keys: `SELECT name, daily_credits::float8, total_credits::float8, asks_before_spending
           FROM api_keys WHERE id = ?::uuid AND organization_id = ?::uuid`,
  members: 'SELECT role FROM memberships WHERE user_id = ?::uuid AND organization_id = ?::uuid',
  organizations: 'SELECT name, rate_limit FROM organizations WHERE id = ?::uuid AND id = ?::uuid',
  organization: 'SELECT name FROM organizations WHERE ?::uuid IS NULL AND id = ?::uuid',
  users: `SELECT name, email, operator, disabled_at IS NOT NULL AS disabled
            FROM users WHERE id = ?::uuid AND ?::uuid IS NULL`,
  maintenance: `SELECT scope, retry_after_s AS retry_after, message FROM maintenance
                 WHERE ?::uuid IS NULL AND ?::uuid IS NULL`,
};

/** The settings that a request may change; undefined for another request, and for resources of other services. */
export async function readSettings(
  em: EntityManager,
  method: string,
  { target, organizationId }: Pick<Change, 'target' | 'organizationId'>,
): Promise<Settings | undefined> {
  const sql = Object.hasOwn(READ, target.type) ? READ[target.type] : undefined;
  if (sql === undefined || !/^(patch|put)$/i.test(method)) return undefined;
  const [settings = {}] = await em.execute<Settings[]>(sql, [target.id, organizationId]);
  return settings;
}

/** The settings that differ. */
export function changesBetween(before: Settings, after: Settings): ChangedSetting[] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return fields
    .map((field) => ({ field, before: textOf(before[field]), after: textOf(after[field]) }))
    .filter((each) => each.before !== each.after);
}

function textOf(value: Value | undefined): string | null {
  return value === null || value === undefined ? null : String(value).slice(0, MAX_CHARACTERS);
}
