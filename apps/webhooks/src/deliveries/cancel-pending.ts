import type { EntityManager } from '@mikro-orm/postgresql';

/**
 * Drops the pending deliveries of an endpoint in the transaction that disables it. The endpoint's row must be locked:
 * fan-out reads it under a share lock, so that no delivery can appear behind this. An attempt in flight may end.
 */
export async function cancelPending(tx: EntityManager, endpointId: string): Promise<void> {
  await tx.execute(
    `UPDATE deliveries SET state = 'canceled', finished_at = now() WHERE endpoint_id = ? AND state = 'pending'`,
    [endpointId],
  );
}
