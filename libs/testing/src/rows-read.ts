import type pg from 'pg';
import { eventually } from './eventually.js';

/**
 * Runs `work` and counts the entries of tables and of their indexes that it reads.
 *
 * @param client the only other connection than those of `work`, which must close them: a connection reports its reads at its end
 * @param tables names to count, as a pattern of LIKE
 */
export async function rowsRead<T>(
  client: pg.Client,
  tables: string,
  work: () => Promise<T>,
): Promise<{ result: T; read: number }> {
  const count = async () => {
    const { rows } = await client.query<{ read: number }>(
      `SELECT (SELECT sum(idx_tup_read) FROM pg_stat_user_indexes WHERE relname LIKE $1)::int
            + (SELECT sum(seq_tup_read) FROM pg_stat_user_tables WHERE relname LIKE $1)::int AS read`,
      [tables],
    );
    return rows[0]!.read;
  };
  const before = await count();
  const result = await work();
  const others = `SELECT 1 FROM pg_stat_activity WHERE usename = current_user AND pid <> pg_backend_pid()`;
  await eventually(async () => (await client.query(others)).rows.length === 0);
  return { result, read: (await count()) - before };
}
