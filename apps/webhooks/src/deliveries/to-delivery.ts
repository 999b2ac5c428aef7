import type { DeliveryStatus, VideoEventType, WebhookDelivery } from '#libs/contracts';

/** A delivery joined with its event and its last attempt. */
export interface DeliveryRow {
  id: string;
  event_id: string;
  type: VideoEventType;
  video_id: string;
  test: boolean;
  state: DeliveryStatus;
  attempts: number;
  next_attempt_at: string;
  lease_token: string | null;
  created_at: string;
  finished_at: string | null;
  /** Null until the first attempt has ended, with the next three. */
  started_at: string | null;
  duration_ms: number | null;
  status: number | null;
  failure: string | null;
}

/** The delivery that callers see; it shows only the status of the receiver's response. */
export function toDelivery(row: DeliveryRow): WebhookDelivery {
  const waits = row.state === 'pending' && row.lease_token === null;
  return {
    id: row.id,
    event_id: webhookIdOf(row.event_id),
    type: row.type,
    video_id: row.video_id,
    test: row.test,
    status: row.state,
    attempts: row.attempts,
    last_attempt: lastAttemptOf(row),
    next_attempt_at: waits ? toIso(row.next_attempt_at) : null,
    created_at: toIso(row.created_at),
    finished_at: row.finished_at === null ? null : toIso(row.finished_at),
  };
}

/** An event's `webhook-id` header (Standard Webhooks 1.0: unique, without a `.`). */
export function webhookIdOf(eventId: string): string {
  return `evt_${eventId.replaceAll('-', '')}`;
}

function lastAttemptOf({ attempts, started_at, duration_ms, status, failure }: DeliveryRow) {
  if (started_at === null || duration_ms === null) return null;
  return { number: attempts, started_at: toIso(started_at), duration_ms, response_status: status, failure };
}

function toIso(time: string): string {
  return new Date(time).toISOString();
}
