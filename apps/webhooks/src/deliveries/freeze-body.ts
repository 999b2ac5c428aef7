import { Batch, Video, type WebhookEventType } from '#libs/contracts';
import type { Shape } from '#libs/template';
import { inDeclaredOrder } from './key-order.js';

/** The content of a delivery's body. */
export interface EventPayload {
  type: WebhookEventType;
  /** ISO 8601, milliseconds, UTC. */
  timestamp: string;
  org_id: string;
  data: Video | Batch;
}

/** What the data of each event is. */
const SHAPES: Readonly<Record<WebhookEventType, Shape<Video | Batch>>> = {
  'video.started': Video,
  'video.finished': Video,
  'video.failed': Video,
  'batch.finished': Batch,
};

/**
 * The bytes that every attempt sends (docs/api/webhooks.md), with the keys in the order of the API; those of a test have
 * `"test": true` as well.
 */
export function freezeBody({ type, timestamp, org_id, data }: EventPayload, test = false): Buffer {
  return Buffer.from(
    JSON.stringify({ type, timestamp, org_id, data: inDeclaredOrder(SHAPES[type], data), ...(test ? { test } : {}) }),
  );
}
