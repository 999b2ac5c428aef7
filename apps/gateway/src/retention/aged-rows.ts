import type { EntityManager } from '@mikro-orm/postgresql';
import type { ExpiringRows } from '#libs/database';

/** Rows deleted in one statement. */
const BATCH = 1_000;

interface AgedTable {
  name: 'audit_entries' | 'requests';
  /** Columns of the primary key. */
  key: string;
  /** Age at which rows are deleted, by their column `created_at`. */
  days: number;
}

/** The rows of a table that expire by their age. */
export function agedRows(em: EntityManager, { name, key, days }: AgedTable): ExpiringRows {
  return {
    kind: name,
    async sweep() {
      const deleted = await em.fork().execute<object[]>(
        `DELETE FROM ${name} WHERE (${key}) IN
           (SELECT ${key} FROM ${name} WHERE created_at < now() - make_interval(days => ?)
             ORDER BY created_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED) RETURNING 1`,
        [days],
      );
      return { rows: deleted.length, hasMore: deleted.length === BATCH, facts: { [name]: deleted.length } };
    },
    async overdueS() {
      const [{ overdue }] = await em.fork().execute<[{ overdue: number }]>(
        `SELECT coalesce(extract(epoch FROM now() - make_interval(days => ?) - created_at), 0)::float8 AS overdue
           FROM (SELECT min(created_at) AS created_at FROM ${name}) AS oldest`,
        [days],
      );
      return Math.max(0, overdue);
    },
  };
}
