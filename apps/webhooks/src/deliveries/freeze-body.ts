import type { Video, VideoEventType } from '#libs/contracts';

/** What a delivery tells. */
export interface EventPayload {
  type: VideoEventType;
  /** ISO 8601, milliseconds, UTC. */
  timestamp: string;
  org_id: string;
  data: Video;
}

/** The bytes that every attempt sends (API.md §6); a test says that it is one. */
export function freezeBody({ type, timestamp, org_id, data }: EventPayload, test = false): Buffer {
  return Buffer.from(JSON.stringify({ type, timestamp, org_id, data, ...(test ? { test } : {}) }));
}
