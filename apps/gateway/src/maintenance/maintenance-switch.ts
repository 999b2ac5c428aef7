import type { EntityManager } from '@mikro-orm/postgresql';

export interface MaintenanceView {
  on: boolean;
  /** Value of Retry-After, s; null while maintenance is off. */
  retry_after: number | null;
  since: Date | null;
}

/** Closes the API on every gateway within 2 s; rendering and deliveries continue. Repeating it changes `retry_after` only. */
export async function switchMaintenanceOn(em: EntityManager, retryAfterS: number): Promise<MaintenanceView> {
  await em.execute(
    `INSERT INTO maintenance (retry_after_s) VALUES (?)
     ON CONFLICT (singleton) DO UPDATE SET retry_after_s = excluded.retry_after_s`,
    [retryAfterS],
  );
  return readMaintenance(em);
}

export async function switchMaintenanceOff(em: EntityManager): Promise<MaintenanceView> {
  await em.execute('DELETE FROM maintenance');
  return readMaintenance(em);
}

export async function readMaintenance(em: EntityManager): Promise<MaintenanceView> {
  const [row] = await em.execute<{ retry_after_s: number; since: Date }[]>(
    'SELECT retry_after_s, since FROM maintenance',
  );
  return row
    ? { on: true, retry_after: row.retry_after_s, since: row.since }
    : { on: false, retry_after: null, since: null };
}
