import type { EntityManager } from '@mikro-orm/postgresql';
import type { DeliveryStatus } from '#libs/contracts';

/** Changes added to the totals in one statement. */
const BATCH = 10_000;

/** The number of an endpoint's deliveries, in one state or in all: exact, at a cost that does not grow with the number. */
export async function countDeliveries(em: EntityManager, endpointId: string, status?: DeliveryStatus): Promise<number> {
  const ofState = status === undefined ? '' : 'WHERE state = ?';
  const [{ total }] = await em.execute<[{ total: number }]>(
    `SELECT coalesce(sum(deliveries), 0)::int AS total FROM (
       SELECT state, deliveries FROM delivery_totals WHERE endpoint_id = ?
       UNION ALL SELECT state, deliveries FROM delivery_changes WHERE endpoint_id = ?
     ) AS counted ${ofState}`,
    [endpointId, endpointId, ...(status === undefined ? [] : [status])],
  );
  return total;
}

/**
 * Adds changes to the totals in one statement, so that a concurrent count sees each change once. The batch is an array,
 * which PostgreSQL reads once. In a join, which it plans for few changes, it would read the batch again for each change
 * of a burst.
 *
 * @returns true if there may be more
 */
export async function addUpDeliveries(em: EntityManager): Promise<boolean> {
  const [{ changes }] = await em.execute<[{ changes: number }]>(
    `WITH change AS (
       DELETE FROM delivery_changes WHERE id = ANY (ARRAY(
         SELECT id FROM delivery_changes ORDER BY id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
       )) RETURNING endpoint_id, state, deliveries
     ), added AS (
       INSERT INTO delivery_totals AS totals (endpoint_id, state, deliveries)
       SELECT endpoint_id, state, sum(deliveries) FROM change GROUP BY 1, 2 HAVING sum(deliveries) <> 0 ORDER BY 1, 2
       ON CONFLICT (endpoint_id, state) DO UPDATE SET deliveries = totals.deliveries + excluded.deliveries
     )
     SELECT count(*)::int AS changes FROM change`,
  );
  // Rows of removed endpoints; an endpoint that remains gets a new row with its next delivery.
  await em.execute('DELETE FROM delivery_totals WHERE deliveries = 0');
  return changes === BATCH;
}
