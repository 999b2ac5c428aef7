import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { VIDEOS_RPC } from '#libs/contracts';
import { LeaderLocks, LeaderSweep, type SweptBatch } from '#libs/database';
import { RpcClient } from '#libs/messaging';
import { Logger, RepeatedWork } from '#libs/runtime';

const ROUND_MS = 60_000;
/** Reviews checked at once: the reply with their videos must fit into a message. */
const BATCH = 100;
/** Time after which a review is checked again. That of a deleted video cannot be read from the deletion on. */
const CHECKED_EVERY = `interval '1 hour'`;

/** Deletes the reviews of videos that are deleted, with their links and comments. One gateway leads. */
@Injectable()
export class ReviewRetention {
  constructor(
    private readonly em: EntityManager,
    private readonly rpc: RpcClient,
    locks: LeaderLocks,
    log: Logger,
    work: RepeatedWork,
  ) {
    const rows = { kind: 'reviews', sweep: () => this.sweep(), overdueS: () => this.overdueS() };
    new LeaderSweep({ lock: 'review-retention', intervalMs: ROUND_MS, sweeps: [rows] }, locks, log).repeatIn(work);
  }

  /** Checks one batch, longest unchecked first. */
  async sweep(): Promise<SweptBatch> {
    const em = this.em.fork();
    const due = await em.execute<{ video_id: string }[]>(
      `SELECT video_id FROM reviews WHERE checked_at <= now() - ${CHECKED_EVERY} ORDER BY checked_at LIMIT ${BATCH}`,
    );
    const ids = due.map(({ video_id }) => video_id);
    if (ids.length === 0) return { rows: 0, hasMore: false };
    const found = await this.rpc.call(VIDEOS_RPC.readVideos, { ids });
    const kept = new Set(found.map(({ video }) => video.id));
    const gone = ids.filter((id) => !kept.has(id));
    await em.execute('DELETE FROM reviews WHERE video_id = ANY (?::uuid[])', [`{${gone.join(',')}}`]);
    await em.execute('UPDATE reviews SET checked_at = now() WHERE video_id = ANY (?::uuid[])', [`{${ids.join(',')}}`]);
    return { rows: gone.length, hasMore: ids.length === BATCH, facts: { reviews: gone.length } };
  }

  private async overdueS(): Promise<number> {
    const [{ overdue }] = await this.em.fork().execute<[{ overdue: number }]>(
      `SELECT greatest(0, coalesce(extract(epoch FROM now() - ${CHECKED_EVERY} - min(checked_at)), 0))::float8 AS overdue
         FROM reviews`,
    );
    return overdue;
  }
}
