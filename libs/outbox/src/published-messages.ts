import { randomUUIDv7 } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import type { StreamName } from '#libs/contracts';
import { firstIdAt, onDatabaseClock } from './message-ids.js';
import { firstIdOf } from './partition-days.js';

export interface PublishedMessage {
  id: string;
  payload: Record<string, unknown>;
}

/** Reads the published messages of the outbox, for a service that verifies that they have arrived. */
@Injectable()
export class PublishedMessages {
  constructor(private readonly em: EntityManager) {}

  /** The id from which to read everything enqueued since `ms`. */
  placeOf(ms: number): string {
    return firstIdOf(ms);
  }

  /**
   * The next messages of a stream in the order of their creation, after the id `after`. Stops before the first message
   * that is unpublished or was published less than `patienceMs` ago, so that none in flight is skipped.
   */
  async next(
    stream: StreamName,
    after: string,
    { limit, patienceMs }: { limit: number; patienceMs: number },
  ): Promise<PublishedMessage[]> {
    const rows = await this.em.fork().execute<(PublishedMessage & { ripe: boolean })[]>(
      `SELECT id, payload, coalesce(published_at <= now() - make_interval(secs => ?), false) AS ripe
         FROM outbox WHERE stream = ? AND id > ?::uuid AND id < ${firstIdAt('now() - make_interval(secs => ?)')} ORDER BY id LIMIT ?`,
      [patienceMs / 1_000, stream, after, patienceMs / 1_000, limit],
    );
    const end = rows.findIndex(({ ripe }) => !ripe);
    return (end === -1 ? rows : rows.slice(0, end)).map(({ id, payload }) => ({ id, payload }));
  }

  /**
   * Enqueues copies in the transaction of `tx`, in the order of the originals. The copies have new ids, so JetStream
   * accepts them; a consumer must recognize repeated payloads itself.
   */
  async copy(tx: EntityManager, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const copies = ids.map(() => randomUUIDv7());
    await tx.execute(
      `INSERT INTO outbox (id, stream, subject, order_key, payload, trace_headers)
       SELECT ${onDatabaseClock('pair.copy')}, stream, subject, order_key, payload, trace_headers
         FROM unnest(?::uuid[], ?::uuid[]) AS pair (original, copy) JOIN outbox ON outbox.id = pair.original
        ORDER BY position`,
      [`{${ids.join(',')}}`, `{${copies.join(',')}}`],
    );
  }
}
