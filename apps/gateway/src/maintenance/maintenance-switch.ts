import type { EntityManager } from '@mikro-orm/postgresql';

/** Retry-After of responses during maintenance, s. */
export const DEFAULT_RETRY_AFTER_S = 300;
export const MAX_RETRY_AFTER_S = 86_400;
export const MAX_MAINTENANCE_MESSAGE_CHARACTERS = 500;

/** Requests that maintenance refuses: all of them, or those that make new videos. */
export type MaintenanceScope = 'api' | 'new_videos';

export interface MaintenanceView {
  on: boolean;
  /** Null while maintenance is off. */
  scope: MaintenanceScope | null;
  /** Value of Retry-After, s; null while maintenance is off. */
  retry_after: number | null;
  /** The message for callers; null for the usual message. */
  message: string | null;
  since: Date | null;
}

/** The maintenance to switch on. */
export interface MaintenanceOrder {
  scope: MaintenanceScope;
  retryAfterS: number;
  message?: string;
}

const OFF: MaintenanceView = { on: false, scope: null, retry_after: null, message: null, since: null };

/**
 * Switches maintenance on, for every gateway within 2 s; rendering and deliveries continue. Repeating it keeps `since`.
 */
export async function switchMaintenanceOn(
  em: EntityManager,
  { scope, retryAfterS, message }: MaintenanceOrder,
): Promise<MaintenanceView> {
  await em.execute(
    `INSERT INTO maintenance (scope, retry_after_s, message) VALUES (?, ?, ?)
     ON CONFLICT (singleton) DO UPDATE
       SET scope = excluded.scope, retry_after_s = excluded.retry_after_s, message = excluded.message`,
    [scope, retryAfterS, message ?? null],
  );
  return readMaintenance(em);
}

export async function switchMaintenanceOff(em: EntityManager): Promise<MaintenanceView> {
  await em.execute('DELETE FROM maintenance');
  return readMaintenance(em);
}

export async function readMaintenance(em: EntityManager): Promise<MaintenanceView> {
  const [row] = await em.execute<Omit<MaintenanceView, 'on'>[]>(
    'SELECT scope, retry_after_s AS retry_after, message, since FROM maintenance',
  );
  return row ? { on: true, ...row } : OFF;
}
