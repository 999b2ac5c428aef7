import { randomUUIDv7 } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import type { StreamName } from '#libs/contracts';
import { firstIdOf } from './partition-days.js';

export interface PublishedMessage {
  id: string;
  payload: Record<string, unknown>;
}

/** What the outbox has published: for a service that looks whether its messages have arrived. */
@Injectable()
export class PublishedMessages {
  constructor(private readonly em: EntityManager) {}

  /** Where a look at everything enqueued since `ms` begins. */
  placeOf(ms: number): string {
    return firstIdOf(ms);
  }

  /**
   * The next messages of a stream in the order of their making, behind the id `after`. It ends before the first that was
   * not published, or not `patienceMs` ago: none is passed over that is still on its way.
   */
  async next(
    stream: StreamName,
    after: string,
    { limit, patienceMs }: { limit: number; patienceMs: number },
  ): Promise<PublishedMessage[]> {
    const rows = await this.em.fork().execute<(PublishedMessage & { ripe: boolean })[]>(
      `SELECT id, payload, coalesce(published_at <= now() - make_interval(secs => ?), false) AS ripe
         FROM outbox WHERE stream = ? AND id > ?::uuid AND id < ?::uuid ORDER BY id LIMIT ?`,
      [patienceMs / 1_000, stream, after, firstIdOf(Date.now() - patienceMs), limit],
    );
    const end = rows.findIndex(({ ripe }) => !ripe);
    return (end === -1 ? rows : rows.slice(0, end)).map(({ id, payload }) => ({ id, payload }));
  }

  /**
   * Enqueues copies in the transaction of `tx`, in the order of the originals. They are messages of their own: JetStream
   * takes them for new ones, so a consumer must know by the payload what it has taken already.
   */
  async copy(tx: EntityManager, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const copies = ids.map(() => randomUUIDv7());
    await tx.execute(
      `INSERT INTO outbox (id, stream, subject, order_key, payload, trace_headers)
       SELECT pair.copy, stream, subject, order_key, payload, trace_headers
         FROM unnest(?::uuid[], ?::uuid[]) AS pair (original, copy) JOIN outbox ON outbox.id = pair.original
        ORDER BY position`,
      [`{${ids.join(',')}}`, `{${copies.join(',')}}`],
    );
  }
}
