import type { EntityManager } from '@mikro-orm/postgresql';
import type { StreamName } from '#libs/contracts';
import { patiently } from '#libs/database';
import type { ReplayCursor } from './outbox-rows.js';
import type { StreamReplay } from './outbox-streams.js';

/** Greater than any id. */
const BEHIND_ALL_IDS = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
/** Timeout of a statement that may scan a whole table, ms. */
const WHOLE_TABLE_MS = 600_000;

/** Stored facts about the stream into which a relay publishes. */
export interface RememberedStream {
  createdAt: Date;
  /** Null if nothing is to be replayed. */
  replay: ReplayCursor | null;
}

export async function recallStream(em: EntityManager, stream: StreamName): Promise<RememberedStream | null> {
  const [row] = await em.execute<{ created_at: string; replay_since: string | null; replay_before: string | null }[]>(
    `SELECT created_at, replay_since::text, replay_before FROM outbox_stream WHERE stream = ?`,
    [stream],
  );
  if (!row) return null;
  const { created_at, replay_since: since, replay_before: before } = row;
  return { createdAt: new Date(created_at), replay: since !== null && before !== null ? { since, before } : null };
}

/** Stores the first stream: nothing has been lost. */
export async function rememberFirst(em: EntityManager, stream: StreamName, createdAt: Date): Promise<void> {
  await em.execute(`INSERT INTO outbox_stream (stream, created_at) VALUES (?, ?) ON CONFLICT DO NOTHING`, [
    stream,
    createdAt,
  ]);
}

/**
 * Stores the successor of a lost stream, and the plan of the replay: the last message of all open work at once, or
 * everything in batches.
 */
export async function rememberSuccessor(
  em: EntityManager,
  stream: StreamName,
  { createdAt, openOrderKeys }: { createdAt: Date } & StreamReplay,
): Promise<void> {
  await patiently(em, WHOLE_TABLE_MS, async (tx) => {
    if (openOrderKeys !== undefined) {
      await tx.execute(
        `WITH open AS MATERIALIZED (${openOrderKeys}), latest AS (
           SELECT DISTINCT ON (order_key) id FROM outbox JOIN open USING (order_key)
            WHERE stream = ? ORDER BY order_key, position DESC
         )
         UPDATE outbox SET published_at = NULL WHERE id IN (SELECT id FROM latest)`,
        [stream],
      );
    }
    const before = openOrderKeys === undefined ? BEHIND_ALL_IDS : null;
    await tx.execute(
      `UPDATE outbox_stream SET created_at = ?, replay_since = clock_timestamp(), replay_before = ? WHERE stream = ?`,
      [createdAt, before, stream],
    );
  });
}

/** @param before null: the replay is complete */
export async function moveReplay(em: EntityManager, stream: StreamName, before: string | null): Promise<void> {
  await em.execute(`UPDATE outbox_stream SET replay_before = ? WHERE stream = ?`, [before, stream]);
}
