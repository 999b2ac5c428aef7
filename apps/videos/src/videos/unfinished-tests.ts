import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import pLimit from 'p-limit';
import { AppError } from '#libs/contracts';
import { VideosConfig } from '../videos.config.js';

/** Seconds after which test videos may have ended. */
const RETRY_AFTER_S = 10;

/**
 * Locks the organization until the transaction ends. The lock's number is a hash: a collision costs another
 * organization a short wait.
 */
const LOCK = `SELECT pg_advisory_xact_lock(hashtextextended('unfinished tests of ' || ?, 0))`;

/** Counts unfinished test videos. Those of a batch that is being accepted count before their rows are there. */
const COUNT = `
  SELECT (SELECT count(*) FROM (
            SELECT FROM videos
             WHERE org_id = ? AND test AND status IN ('RESERVING', 'PROCESSING')
               AND (status = 'PROCESSING' OR batch_id IS NULL) LIMIT ?) AS unfinished)
       + (SELECT coalesce(sum(videos), 0) FROM batches WHERE org_id = ? AND test AND status = 'RESERVING') AS count`;

/** New videos of an organization, one unless `videos` says otherwise. */
interface NewVideos {
  orgId: string;
  test: boolean;
  videos?: number;
}

/** Limits the unfinished test videos of an organization: they are free, so credits do not limit them. */
@Injectable()
export class UnfinishedTests {
  /**
   * Admits one request at a time in this process, because each holds a connection of the pool while `reserve` needs
   * another.
   */
  private readonly alone = pLimit(1);

  constructor(
    private readonly em: EntityManager,
    private readonly config: VideosConfig,
  ) {}

  /**
   * Has `reserve` reserve videos. An organization's test videos are counted and reserved by one request at a time over
   * all replicas, so that simultaneous requests stay within the limit.
   *
   * @param reserve commits the videos, or the batch with their number
   * @throws AppError RATE_LIMIT_EXCEEDED if the organization would have more than it may have, and what `reserve`
   * throws
   */
  admit<T>({ orgId, test, videos = 1 }: NewVideos, reserve: () => Promise<T>): Promise<T> {
    if (!test) return reserve();
    const countAndReserve = async (tx: EntityManager): Promise<T> => {
      await tx.execute(LOCK, [orgId]);
      await this.requireRoom(tx, orgId, videos);
      return reserve();
    };
    return this.alone(() => this.em.fork().transactional(countAndReserve));
  }

  private async requireRoom(tx: EntityManager, orgId: string, videos: number): Promise<void> {
    const limit = this.config.orgMaxUnfinishedTests;
    const [found] = await tx.execute<{ count: string }[]>(COUNT, [orgId, limit, orgId]);
    if (Number(found!.count) + videos <= limit) return;
    const message = 'Too many test videos are unfinished';
    const details = `The organization has ${found!.count} test videos that are not finished`;
    throw new AppError('RATE_LIMIT_EXCEEDED', { message, details, retryAfterS: RETRY_AFTER_S });
  }
}
