import type { EntityManager } from '@mikro-orm/postgresql';
import type { StreamName } from '#libs/contracts';
import type { PreparedStatements } from '#libs/database';
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
  /** Time at which the loss was detected: later messages have gone into the new stream. */
  since: string;
  /** The id from which on all ids have been replayed. */
  before: string;
}

const COLUMNS = 'id, stream, subject, order_key, payload, trace_headers';

const WAITING_ROWS = {
  name: 'outbox waiting rows',
  text: `SELECT ${COLUMNS} FROM outbox
    WHERE published_at IS NULL AND stream = $1 AND order_key <> ALL($2::text[]) ORDER BY position LIMIT $3`,
};

/** The oldest unpublished messages of a stream, without those of some order keys. */
export function waitingRows(
  statements: PreparedStatements,
  stream: StreamName,
  { limit, except }: { limit: number; except: readonly string[] },
): Promise<OutboxRow[]> {
  return statements.run<OutboxRow>(WAITING_ROWS, [stream, except, limit]);
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

/**
 * Marks messages as published. The commit does not wait for the disk: after a crash of PostgreSQL the messages are
 * published again, with the same ids.
 */
const MARK_PUBLISHED = {
  name: 'outbox mark published',
  text: `UPDATE outbox SET published_at = clock_timestamp()
    FROM (SELECT set_config('synchronous_commit', 'off', true)) AS commit WHERE id = ANY($1::uuid[])`,
};

export async function markPublished(statements: PreparedStatements, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await statements.run(MARK_PUBLISHED, [ids]);
}

function textArray(values: readonly string[]): string {
  return `{${values.map((value) => JSON.stringify(value)).join(',')}}`;
}
