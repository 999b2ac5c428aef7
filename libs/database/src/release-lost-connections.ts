import type { Pool, PoolClient } from 'pg';

/**
 * Returns connections to their pool that end while they are checked out. The query builder never releases a connection
 * whose BEGIN has failed, so a pool would be exhausted after as many lost connections as it has.
 */
export function releaseLostConnections(pool: Pool): void {
  const lent = new WeakSet<PoolClient>();
  pool.on('acquire', (client) => lent.add(client));
  pool.on('release', (_error, client) => lent.delete(client));
  pool.on('connect', (client) => {
    client.once('end', () => {
      if (!lent.has(client)) return;
      client.release(true);
      client.release = () => undefined; // its holder may still release it, once
    });
  });
}
