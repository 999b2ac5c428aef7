import type { Webhook } from '#libs/contracts';
import type { EndpointRow } from './endpoint.entity.js';

/** The Webhook that callers see: without its secret, times in whole seconds (docs/api/webhooks.md). */
export function toWebhook(endpoint: EndpointRow): Webhook {
  return {
    id: endpoint.id,
    org_id: endpoint.orgId,
    url: endpoint.url,
    events: endpoint.events,
    enabled: endpoint.enabled,
    created_at: toWholeSeconds(endpoint.createdAt),
    updated_at: toWholeSeconds(endpoint.updatedAt),
    disabled_reason: endpoint.disabledReason ?? null,
  };
}

/** A time as webhooks show it. */
export function toWholeSeconds(time: Date): string {
  return time.toISOString().replace(/\.\d{3}Z$/, 'Z');
}
