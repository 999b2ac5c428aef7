import type { EntityManager } from '@mikro-orm/postgresql';

/** Number of deliveries canceled in one statement, which takes a fraction of a second. */
const BATCH = 500;

/**
 * Cancels the pending deliveries of an endpoint in the transaction that disables it: one batch here, the rest afterwards
 * ({@link cancelNextBatch}); until then nothing is sent to the endpoint. The endpoint's row must be locked: fan-out reads it
 * under a share lock, so no new delivery can be missed. An attempt in flight may end.
 */
export async function cancelDeliveries(tx: EntityManager, endpointId: string): Promise<void> {
  await cancelBatch(tx, endpointId, 'infinity');
  await tx.execute(
    `UPDATE endpoints SET cancel_before = clock_timestamp()
      WHERE id = ? AND EXISTS (SELECT FROM deliveries WHERE endpoint_id = endpoints.id AND state = 'pending')`,
    [endpointId],
  );
}

/**
 * Cancels a batch of the deliveries that were pending when their endpoint was disabled. True if there may be more; false while
 * another transaction has locked the last ones, which the next round finds.
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

/** Cancels one batch. A delivery that succeeded before and was requested again returns to `succeeded`. */
async function cancelBatch(em: EntityManager, endpointId: string, before: string): Promise<number> {
  const canceled = await em.execute(
    `UPDATE deliveries SET state = CASE WHEN succeeded_at IS NULL THEN 'canceled' ELSE 'succeeded' END, finished_at = now()
      WHERE id = ANY (ARRAY(
        SELECT id FROM deliveries
         WHERE endpoint_id = ? AND state = 'pending' AND coalesce(asked_at, created_at) <= ?::timestamptz
         LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)) RETURNING id`,
    [endpointId, before],
  );
  return canceled.length;
}
