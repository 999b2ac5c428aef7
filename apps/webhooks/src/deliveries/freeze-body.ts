import type { Video, VideoEventType } from '#libs/contracts';

/** The content of a delivery's body. */
export interface EventPayload {
  type: VideoEventType;
  /** ISO 8601, milliseconds, UTC. */
  timestamp: string;
  org_id: string;
  data: Video;
}

/** The bytes that every attempt sends (docs/api.md §6); those of a test have `"test": true`. */
export function freezeBody({ type, timestamp, org_id, data }: EventPayload, test = false): Buffer {
  return Buffer.from(JSON.stringify({ type, timestamp, org_id, data, ...(test ? { test } : {}) }));
}
