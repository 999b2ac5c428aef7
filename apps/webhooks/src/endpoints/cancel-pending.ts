import type { EntityManager } from '@mikro-orm/postgresql';

/** Deliveries dropped in one statement: a fraction of a second. */
const BATCH = 500;

/**
 * Drops the pending deliveries of an endpoint in the transaction that disables it: a batch of them here, the rest afterwards
 * ({@link cancelNextBatch}); until then nothing is sent to the endpoint. The endpoint's row must be locked: fan-out reads it
 * under a share lock, so that no delivery can appear behind this. An attempt in flight may end.
 */
export async function cancelPending(tx: EntityManager, endpointId: string): Promise<void> {
  await cancelBatch(tx, endpointId, 'infinity');
  await tx.execute(
    `UPDATE endpoints SET cancel_before = clock_timestamp()
      WHERE id = ? AND EXISTS (SELECT FROM deliveries WHERE endpoint_id = endpoints.id AND state = 'pending')`,
    [endpointId],
  );
}

/**
 * Drops a batch of what waited for an endpoint when it was disabled. True when there may be more to do: not while the last of
 * them is locked by another transaction, the next round finds it.
 */
export async function cancelNextBatch(em: EntityManager): Promise<boolean> {
  const [endpoint] = await em.execute<{ id: string; cancel_before: string }[]>(
    `SELECT id, cancel_before::text FROM endpoints WHERE cancel_before IS NOT NULL AND removed_at IS NULL
      ORDER BY cancel_before, id LIMIT 1`,
  );
  if (!endpoint) return false;
  const { id, cancel_before: before } = endpoint;
  if ((await cancelBatch(em, id, before)) > 0) return true;
  const done = await em.execute(
    `UPDATE endpoints SET cancel_before = NULL
      WHERE id = ? AND cancel_before = ? AND NOT EXISTS (
        SELECT FROM deliveries WHERE endpoint_id = endpoints.id AND state = 'pending'
           AND coalesce(asked_at, created_at) <= endpoints.cancel_before) RETURNING id`,
    [id, before],
  );
  return done.length > 0;
}

/** One that has arrived and was to be sent once more by hand has arrived. */
async function cancelBatch(em: EntityManager, endpointId: string, before: string): Promise<number> {
  const canceled = await em.execute(
    `UPDATE deliveries SET state = CASE WHEN succeeded_at IS NULL THEN 'canceled' ELSE 'succeeded' END, finished_at = now()
      WHERE id IN (
        SELECT id FROM deliveries
         WHERE endpoint_id = ? AND state = 'pending' AND coalesce(asked_at, created_at) <= ?::timestamptz
         LIMIT ${BATCH} FOR UPDATE SKIP LOCKED) RETURNING id`,
    [endpointId, before],
  );
  return canceled.length;
}
