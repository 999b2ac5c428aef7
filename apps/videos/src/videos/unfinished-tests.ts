import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AppError } from '#libs/contracts';
import { VideosConfig } from '../videos.config.js';

/** Seconds after which test videos may have ended. */
const RETRY_AFTER_S = 10;

/** Limits the unfinished test videos of an organization: they are free, so credits do not limit them. */
@Injectable()
export class UnfinishedTests {
  constructor(
    private readonly em: EntityManager,
    private readonly config: VideosConfig,
  ) {}

  /**
   * Admits further test videos. Simultaneous requests may exceed the limit slightly.
   *
   * @throws AppError RATE_LIMIT_EXCEEDED if the organization would have more than it may have
   */
  async admit(orgId: string, count = 1): Promise<void> {
    const limit = this.config.orgMaxUnfinishedTests;
    const [found] = await this.em.fork().execute<{ count: string }[]>(
      `SELECT count(*) FROM (
         SELECT FROM videos WHERE org_id = ? AND test AND status IN ('RESERVING', 'PROCESSING') LIMIT ?
       ) AS unfinished`,
      [orgId, limit],
    );
    if (Number(found!.count) + count <= limit) return;
    const message = 'Too many test videos are unfinished';
    const details = `The organization has ${found!.count} test videos that are not finished`;
    throw new AppError('RATE_LIMIT_EXCEEDED', { message, details, retryAfterS: RETRY_AFTER_S });
  }
}
