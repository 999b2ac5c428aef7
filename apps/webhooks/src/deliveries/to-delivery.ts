import type { DeliveryAttemptDetails, WebhookDelivery } from '#libs/contracts';
import type { RawRow } from '#libs/database';
import type { EndpointRow } from '../endpoints/endpoint.entity.js';
import type { DeliveryAttemptRow } from './rows/delivery-attempt.entity.js';
import type { DeliveryRow } from './rows/delivery.entity.js';
import type { EventRow } from './rows/event.entity.js';
import { webhookIdOf } from './rows/webhook-id.js';
import { subjectIds } from './events/subjects.js';

type LastAttempt = RawRow<DeliveryAttemptRow, 'startedAt' | 'durationMs' | 'status' | 'failure'>;

/** A delivery joined with its event and its last attempt, whose columns are null until the first attempt has ended. */
export type ListedDelivery = RawRow<
  DeliveryRow,
  'id' | 'event' | 'subjectId' | 'state' | 'attempts' | 'nextAttemptAt' | 'leaseToken' | 'createdAt' | 'finishedAt'
> &
  RawRow<EventRow, 'type' | 'test'> &
  RawRow<EndpointRow, 'url'> & { [Column in keyof LastAttempt]: LastAttempt[Column] | null };

/** An attempt as it is stored. */
export type StoredAttempt = RawRow<
  DeliveryAttemptRow,
  'number' | 'startedAt' | 'durationMs' | 'status' | 'failure' | 'responseExcerpt'
>;

/** The attempt that callers see in a delivery's history. */
export function toAttemptDetails(row: StoredAttempt): DeliveryAttemptDetails {
  return {
    number: row.number,
    started_at: toIso(row.started_at),
    duration_ms: row.duration_ms,
    response_status: row.status,
    failure: row.failure,
    response_excerpt: row.status === null ? null : textOf(row.response_excerpt),
  };
}

/** Bytes as text. A character that is cut off at the end is left out; other invalid bytes become U+FFFD. */
function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes, { stream: true });
}

/** The delivery that callers see; it shows only the status of the receiver's response. */
export function toDelivery(row: ListedDelivery): WebhookDelivery {
  const waits = row.state === 'pending' && row.lease_token === null;
  return {
    id: row.id,
    event_id: webhookIdOf(row.event_id),
    type: row.type,
    url: row.url,
    ...subjectIds(row.type, row.subject_id),
    test: row.test,
    status: row.state,
    attempts: row.attempts,
    last_attempt: lastAttemptOf(row),
    next_attempt_at: waits ? toIso(row.next_attempt_at) : null,
    created_at: toIso(row.created_at),
    finished_at: row.finished_at === null ? null : toIso(row.finished_at),
  };
}

function lastAttemptOf({ attempts, started_at, duration_ms, status, failure }: ListedDelivery) {
  if (started_at === null || duration_ms === null) return null;
  return { number: attempts, started_at: toIso(started_at), duration_ms, response_status: status, failure };
}

function toIso(time: string): string {
  return new Date(time).toISOString();
}
