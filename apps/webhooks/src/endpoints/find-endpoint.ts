import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { AppError } from '#libs/contracts';
import { EndpointRow } from './endpoint.entity.js';

/**
 * Finds an endpoint of an organization.
 *
 * @param id undefined: the hidden endpoint of its callbacks
 * @throws AppError RESOURCE_NOT_FOUND, also for another organization's endpoint
 */
export async function findEndpoint(
  em: EntityManager,
  orgId: string,
  id: string | undefined,
  lockMode = LockMode.NONE,
): Promise<EndpointRow> {
  const where = id === undefined ? { callbacksOf: orgId } : { id, orgId, removedAt: null };
  const endpoint = await em.findOne(EndpointRow, where, { lockMode });
  if (!endpoint) throw new AppError('RESOURCE_NOT_FOUND');
  return endpoint;
}

/** @throws AppError VALIDATION_ERROR: nothing is sent to an endpoint that its owner or the service has disabled */
export function requireEnabled({ id, enabled }: EndpointRow): void {
  if (enabled) return;
  const message = 'webhook_id is disabled: enable the webhook first';
  throw new AppError('VALIDATION_ERROR', {
    details: [{ field: 'webhook_id', code: 'INVALID_VALUE', message, value: id }],
  });
}
