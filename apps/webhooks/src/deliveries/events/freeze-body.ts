import type { WebhookEventType } from '#libs/contracts';
import { inDeclaredOrder } from './key-order.js';
import { type EventData, factsOf } from './subjects.js';

/** The content of a delivery's body. */
export interface EventPayload {
  type: WebhookEventType;
  /** ISO 8601, milliseconds, UTC. */
  timestamp: string;
  org_id: string;
  data: EventData;
}

/**
 * The bytes that every attempt sends (docs/api/webhooks.md), with the keys in the order of the API; those of a test have
 * `"test": true` as well.
 */
export function freezeBody({ type, timestamp, org_id, data }: EventPayload, test = false): Buffer {
  return Buffer.from(
    JSON.stringify({
      type,
      timestamp,
      org_id,
      data: inDeclaredOrder(factsOf(type).shape, data),
      ...(test ? { test } : {}),
    }),
  );
}
