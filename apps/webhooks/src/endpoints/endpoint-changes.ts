import type { UpdateWebhookBody, WebhookEventType } from '#libs/contracts';
import type { EndpointRow } from './endpoint.entity.js';

export type EndpointChanges = Partial<Pick<EndpointRow, 'url' | 'events' | 'enabled' | 'disabledReason'>>;

/** The events, each once, in the order in which they are first named. */
export function foldEvents(events: readonly WebhookEventType[]): WebhookEventType[] {
  return [...new Set(events)];
}

/** The values that a PUT changes; empty if the endpoint has every value it names, so that `updated_at` stays. */
export function changesOf(endpoint: EndpointRow, body: UpdateWebhookBody): EndpointChanges {
  const changes: EndpointChanges = {};
  if (body.url !== undefined && body.url !== endpoint.url) changes.url = body.url;
  if (body.events !== undefined) {
    const events = foldEvents(body.events);
    if (events.join() !== endpoint.events.join()) changes.events = events;
  }
  if (body.enabled !== undefined && body.enabled !== endpoint.enabled) {
    changes.enabled = body.enabled;
    changes.disabledReason = null; // the owner has decided
  }
  return changes;
}
