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
  // A connection reports what it has read at the latest when it has ended, and that is after its client has closed it.
  const othersEnded = () =>
    eventually(async () => {
      const others = `SELECT 1 FROM pg_stat_activity WHERE usename = current_user AND pid <> pg_backend_pid()`;
      return (await client.query(others)).rows.length === 0;
    });
  await othersEnded();
  await client.query('SELECT pg_stat_force_next_flush()'); // what this connection has read before
  const before = await count();
  const result = await work();
  await othersEnded();
  return { result, read: (await count()) - before };
}
