import { Injectable } from '@nestjs/common';
import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { type VideoError } from '#libs/contracts';
import { Outbox } from '#libs/outbox';
import { Logger } from '#libs/runtime';
import { VideoLifecycle } from '../videos/video-lifecycle.js';
import { VideoNewsPublisher } from '../videos/video-news-publisher.js';
import { VideoRow } from '../videos/video.entity.js';
import { deadlineOf, QUEUE_LIMIT_MS, SHORTEST_LIMIT_MS } from './signs-of-life.js';
import { repairEach } from './repair-each.js';
import type { RepairPass } from './repair-pass.js';

const BATCH = 1_000;

/** Fails videos that have been PROCESSING for too long, so that none stays so for ever. */
@Injectable()
export class OverdueVideos implements RepairPass {
  readonly repairs = 'overdue_videos';

  constructor(
    private readonly em: EntityManager,
    private readonly outbox: Outbox,
    private readonly lifecycle: VideoLifecycle,
    private readonly news: VideoNewsPublisher,
    private readonly log: Logger,
  ) {}

  async repair(): Promise<number> {
    const now = new Date();
    const before = (ageMs: number): Date => new Date(now.getTime() - ageMs);
    // Begun long ago, as many as there are renderers at most; or never begun: those waiting since yesterday only.
    const suspects = await this.em.fork().find(
      VideoRow,
      {
        status: 'PROCESSING',
        $or: [
          { startedAt: { $lte: before(SHORTEST_LIMIT_MS) } },
          { startedAt: null, acceptedAt: { $lte: before(QUEUE_LIMIT_MS) } },
        ],
      },
      { fields: ['id', 'acceptedAt', 'startedAt', 'durationS'], orderBy: { startedAt: 'asc' }, limit: BATCH },
    );
    return repairEach(
      suspects.filter((video) => isOverdue(video, now)),
      ({ id }) => this.fail(id),
    );
  }

  private async fail(videoId: string): Promise<boolean> {
    const hasFailed = await this.outbox.transaction(this.em, async (tx) => {
      const video = await tx.findOne(VideoRow, videoId, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (video?.status !== 'PROCESSING' || !isOverdue(video, new Date())) return false;
      await this.lifecycle.fail(tx, video, timeoutOf(video));
      return true;
    });
    if (hasFailed) {
      this.news.callOff(videoId);
      this.log.warn('video.timed_out', { video_id: videoId });
    }
    return hasFailed;
  }
}

function isOverdue(video: Pick<VideoRow, 'acceptedAt' | 'startedAt' | 'durationS'>, now: Date): boolean {
  const acceptedAtMs = video.acceptedAt?.getTime() ?? now.getTime();
  const deadlineMs = deadlineOf({
    acceptedAtMs,
    startedAtMs: video.startedAt?.getTime() ?? null,
    durationS: video.durationS,
  });
  return deadlineMs <= now.getTime();
}

function timeoutOf(video: VideoRow): VideoError {
  const message = video.startedAt
    ? 'The video took longer to render than a video of its length may'
    : 'No renderer was free for the video within 24 hours';
  return { code: 'RENDER_TIMEOUT', message, retryable: true };
}
