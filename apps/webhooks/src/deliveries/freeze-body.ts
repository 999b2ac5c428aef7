import { Video, type VideoEventType } from '#libs/contracts';
import { inDeclaredOrder } from './key-order.js';

/** The content of a delivery's body. */
export interface EventPayload {
  type: VideoEventType;
  /** ISO 8601, milliseconds, UTC. */
  timestamp: string;
  org_id: string;
  data: Video;
}

/**
 * The bytes that every attempt sends (docs/api/webhooks.md), with the keys in the order of the API; those of a test have
 * `"test": true` as well.
 */
export function freezeBody({ type, timestamp, org_id, data }: EventPayload, test = false): Buffer {
  return Buffer.from(
    JSON.stringify({ type, timestamp, org_id, data: inDeclaredOrder(Video, data), ...(test ? { test } : {}) }),
  );
}
