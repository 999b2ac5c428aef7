import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type Page, pageOf } from '#libs/contracts';
import type { RequestEntry } from '../http/request-log/request-entry.js';
import type { ListRequestsQuery, LoggedRequest } from './request-requests.js';

interface Row extends Omit<RequestEntry, 'organization_id' | 'at_ms'> {
  caller_name: string | null;
  created_at: string;
}

/** Reads the log of requests. */
@Injectable()
export class Requests {
  constructor(private readonly em: EntityManager) {}

  /** Requests of an organization, newest first. */
  async list(organizationId: string, query: ListRequestsQuery): Promise<Page<LoggedRequest>> {
    const { limit = 20, offset = 0 } = query;
    const { where, values } = filterOf(organizationId, query);
    const em = this.em.fork();
    const rows = await em.execute<Row[]>(
      `SELECT r.*, coalesce(k.name, k.display, CASE WHEN m.user_id IS NOT NULL THEN u.name END) AS caller_name
         FROM (SELECT * FROM requests WHERE ${where} ORDER BY created_at DESC, slot DESC LIMIT ? OFFSET ?) AS r
         LEFT JOIN api_keys k ON k.id = r.caller_id AND k.organization_id = r.organization_id
         LEFT JOIN users u ON u.id = r.caller_id
         LEFT JOIN memberships m ON m.user_id = r.caller_id AND m.organization_id = r.organization_id
        ORDER BY r.created_at DESC, r.slot DESC`,
      [...values, limit, offset],
    );
    const [{ total }] = await em.execute<[{ total: number }]>(
      `SELECT count(*)::int AS total FROM requests WHERE ${where}`,
      values,
    );
    return pageOf(rows.map(toRequest), total, { limit, offset });
  }
}

function filterOf(organizationId: string, { request_id, caller_id, status }: ListRequestsQuery) {
  const [from, to] = status === undefined ? [] : boundsOf(status);
  const conditions = [
    ['organization_id = ?', organizationId],
    ['request_id = ?', request_id],
    ['caller_id = ?', caller_id],
    ['status >= ?', from],
    ['status <= ?', to],
  ] as const;
  const given = conditions.flatMap(([condition, value]) => (value === undefined ? [] : [{ condition, value }]));
  return { where: given.map(({ condition }) => condition).join(' AND '), values: given.map(({ value }) => value) };
}

/** The least and the largest status: of `404` itself, of `4xx` 400 and 499. */
function boundsOf(status: string): [number, number] {
  return [Number(status.replace('xx', '00')), Number(status.replace('xx', '99'))];
}

function toRequest({ caller_type: type, caller_id: id, caller_name: name, created_at, ...row }: Row): LoggedRequest {
  const { request_id, method, route, path, status, error_code, duration_ms } = row;
  const createdAt = new Date(created_at).toISOString();
  return {
    request_id,
    method,
    route,
    path,
    status,
    error_code,
    duration_ms,
    caller: { type, id, name },
    created_at: createdAt,
  };
}
