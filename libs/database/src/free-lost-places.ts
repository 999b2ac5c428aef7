import type { Pool, PoolClient } from 'pg';

/**
 * Gives a pool back the places of connections that end while somebody has them. The query builder never returns one whose
 * BEGIN has failed, so that after as many lost connections as the pool has places nothing would ever be asked again.
 */
export function freeLostPlaces(pool: Pool): void {
  const lent = new WeakSet<PoolClient>();
  pool.on('acquire', (client) => lent.add(client));
  pool.on('release', (_error, client) => lent.delete(client));
  pool.on('connect', (client) => {
    client.once('end', () => {
      if (!lent.has(client)) return;
      client.release(true);
      client.release = () => undefined; // who has it may still return it, once
    });
  });
}
