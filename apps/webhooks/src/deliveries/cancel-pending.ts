import type { EntityManager } from '@mikro-orm/postgresql';

/**
 * Drops the pending deliveries of an endpoint in the transaction that disables it. The endpoint's row must be locked:
 * fan-out reads it under a share lock, so that no delivery can appear behind this. An attempt in flight may end. One that
 * has arrived and was to be sent once more by hand has arrived.
 */
export async function cancelPending(tx: EntityManager, endpointId: string): Promise<void> {
  await tx.execute(
    `UPDATE deliveries SET state = CASE WHEN succeeded_at IS NULL THEN 'canceled' ELSE 'succeeded' END, finished_at = now()
      WHERE endpoint_id = ? AND state = 'pending'`,
    [endpointId],
  );
}
