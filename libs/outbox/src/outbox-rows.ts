import type { EntityManager } from '@mikro-orm/postgresql';
import type { StreamName } from '#libs/contracts';
import type { TraceHeaders } from '#libs/runtime';

/** A row of the outbox as the relay reads it. */
export interface OutboxRow {
  id: string;
  stream: StreamName;
  subject: string;
  order_key: string;
  payload: Record<string, unknown>;
  trace_headers: TraceHeaders;
}

/** Position of a replay, which publishes the newest ids first. */
export interface ReplayCursor {
  /** When the loss was detected: later messages have gone into the new stream. */
  since: string;
  /** Ids from this one on have been replayed. */
  before: string;
}

const COLUMNS = 'id, stream, subject, order_key, payload, trace_headers';

/** The oldest unpublished messages of a stream, without those of some order keys. */
export function waitingRows(
  em: EntityManager,
  stream: StreamName,
  { limit, except }: { limit: number; except: readonly string[] },
): Promise<OutboxRow[]> {
  return em.execute<OutboxRow[]>(
    `SELECT ${COLUMNS} FROM outbox
      WHERE published_at IS NULL AND stream = ? AND order_key <> ALL(?::text[]) ORDER BY position LIMIT ?`,
    [stream, textArray(except), limit],
  );
}

/** All messages of these order keys that were published before the loss, in order. */
export function rowsBeforeLoss(
  em: EntityManager,
  stream: StreamName,
  { since, orderKeys }: { since: string; orderKeys: readonly string[] },
): Promise<OutboxRow[]> {
  return em.execute<OutboxRow[]>(
    `SELECT ${COLUMNS} FROM outbox
      WHERE order_key = ANY(?::text[]) AND stream = ? AND published_at IS NOT NULL AND created_at <= ? ORDER BY position`,
    [textArray(orderKeys), stream, since],
  );
}

/** The next messages to replay. */
export function rowsToReplay(
  em: EntityManager,
  stream: StreamName,
  { cursor, limit, days }: { cursor: ReplayCursor; limit: number; days: number },
): Promise<Pick<OutboxRow, 'id' | 'order_key'>[]> {
  return em.execute(
    `SELECT id, order_key FROM outbox
      WHERE id < ? AND stream = ? AND published_at IS NOT NULL AND created_at <= ?
        AND created_at > now() - make_interval(days => ?)
      ORDER BY id DESC LIMIT ?`,
    [cursor.before, stream, cursor.since, days, limit],
  );
}

export async function markPublished(em: EntityManager, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await em.execute(`UPDATE outbox SET published_at = clock_timestamp() WHERE id = ANY(?::uuid[])`, [
    `{${ids.join(',')}}`,
  ]);
}

function textArray(values: readonly string[]): string {
  return `{${values.map((value) => JSON.stringify(value)).join(',')}}`;
}
