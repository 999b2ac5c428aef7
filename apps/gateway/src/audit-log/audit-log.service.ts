import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { type Page, pageOf, readTime } from '#libs/contracts';
import type { ActorType } from '../audit-trail/audit-entry.js';
import type {
  AuditedSetting,
  AuditEntry,
  ListAllAuditEntriesQuery,
  ListAuditEntriesQuery,
  OperatorAuditEntry,
} from './audit-log-requests.js';

/** Number of the latest matches that are counted and listed, so that a page costs the same however many there are. */
const MAX_LISTED = 10_000;

/** Reads the audit log. */
@Injectable()
export class AuditLog {
  constructor(private readonly em: EntityManager) {}

  /** Changes in an organization, newest first. The names and addresses of operators are left out. */
  async ofOrganization(organizationId: string, query: ListAuditEntriesQuery): Promise<Page<AuditEntry>> {
    const { data, pagination } = await this.find(Object.assign(query, { organization_id: organizationId }), true);
    return { data: data.map(({ organization: _own, ...entry }) => entry), pagination };
  }

  /** Changes in all organizations and in the installation, newest first. */
  ofAll(query: ListAllAuditEntriesQuery): Promise<Page<OperatorAuditEntry>> {
    return this.find(query, false);
  }

  private async find(query: ListAllAuditEntriesQuery, hidesOperators: boolean): Promise<Page<OperatorAuditEntry>> {
    const { limit = 20, offset = 0 } = query;
    const { where, values } = filterOf(query, hidesOperators);
    const found = `FROM audit_entries ${where} ORDER BY created_at DESC, id DESC`;
    const em = this.em.fork();
    const rows = await em.execute<Row[]>(
      `SELECT e.*, o.name AS organization_name
         FROM (SELECT id ${found} LIMIT ? OFFSET ?) AS page JOIN audit_entries e USING (id)
         LEFT JOIN organizations o ON o.id = e.organization_id
        ORDER BY e.created_at DESC, e.id DESC`,
      [...values, Math.max(0, Math.min(limit, MAX_LISTED - offset)), offset],
    );
    const [{ total }] = await em.execute<[{ total: number }]>(
      `SELECT count(*)::int AS total FROM (SELECT 1 ${found} LIMIT ${MAX_LISTED}) AS latest`,
      values,
    );
    return pageOf(
      rows.map((row) => toEntry(row, hidesOperators)),
      total,
      { limit, offset },
    );
  }
}

/** A condition for each filter that is given, so that the planner sees which index fits. */
function filterOf(
  query: ListAllAuditEntriesQuery,
  hidesOperators: boolean,
): { where: string; values: (string | number)[] } {
  const { organization_id, actor_id, action, since, until } = query;
  const conditions = [
    ['organization_id = ?', organization_id],
    [hidesOperators ? `actor_id = ? AND actor_type <> 'operator'` : 'actor_id = ?', actor_id],
    ['action = ?', action],
    ['created_at >= to_timestamp(?)', since && secondsOf(since)],
    ['created_at < to_timestamp(?)', until && secondsOf(until)],
  ] as const;
  const given = conditions.flatMap(([condition, value]) => (value === undefined ? [] : [{ condition, value }]));
  return {
    where: given.length === 0 ? '' : `WHERE ${given.map(({ condition }) => condition).join(' AND ')}`,
    values: given.map(({ value }) => value),
  };
}

/**
 * Unix time of a time in ISO 8601: because of its offset it may lie beyond the year 9999, in a form that PostgreSQL
 * does not read.
 */
function secondsOf(time: string): number {
  return readTime(time).getTime() / 1_000;
}

interface Row {
  id: string;
  organization_id: string | null;
  organization_name: string | null;
  actor_type: ActorType;
  actor_id: string | null;
  actor_name: string | null;
  action: string;
  target_type: string;
  target_id: string | null;
  target_name: string | null;
  status: number | null;
  changes: AuditedSetting[] | null;
  request_id: string | null;
  address: string | null;
  created_at: string;
}

function toEntry(row: Row, hidesOperators: boolean): OperatorAuditEntry {
  const { id, actor_type: type, action, status, request_id } = row;
  const isHidden = hidesOperators && type === 'operator';
  return {
    id,
    actor: { type, id: isHidden ? null : row.actor_id, name: isHidden ? null : row.actor_name },
    action,
    target: { type: row.target_type, id: row.target_id, name: row.target_name },
    status,
    changes: row.changes ?? [],
    request_id,
    address: isHidden ? null : row.address,
    created_at: new Date(row.created_at).toISOString(),
    organization: row.organization_id === null ? null : { id: row.organization_id, name: row.organization_name },
  };
}
