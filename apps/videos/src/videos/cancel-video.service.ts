import { Injectable } from '@nestjs/common';
import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { AppError, type GetVideo, type Video, VIDEO_STATUSES } from '#libs/contracts';
import { Outbox } from '#libs/outbox';
import { Logger } from '#libs/runtime';
import { VideosConfig } from '../videos.config.js';
import { toVideo } from './to-video.js';
import { VideoLifecycle } from './video-lifecycle.js';
import { VideoUpdatePublisher } from './video-update-publisher.js';
import { isTerminal } from './video-status.js';
import { VideoRow } from './video.entity.js';

/** Cancels videos at their owner's request. */
@Injectable()
export class CancelVideoService {
  constructor(
    private readonly em: EntityManager,
    private readonly outbox: Outbox,
    private readonly lifecycle: VideoLifecycle,
    private readonly updates: VideoUpdatePublisher,
    private readonly config: VideosConfig,
    private readonly log: Logger,
  ) {}

  /**
   * Cancels a video that is PROCESSING; one that has ended stays as it is. Where a renderer reports a result at the same
   * moment, the row's lock decides which of the two came first.
   *
   * @throws AppError RESOURCE_NOT_FOUND for an unknown video and for another organization's
   */
  async cancel({ org_id: orgId, id }: GetVideo): Promise<Video> {
    const { row, isCanceled } = await this.outbox.transaction(this.em, async (tx) => {
      const where = { id, orgId, status: { $in: VIDEO_STATUSES } };
      const video = await tx.findOne(VideoRow, where, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (!video) throw new AppError('RESOURCE_NOT_FOUND');
      if (isTerminal(video.status)) return { row: video, isCanceled: false };
      await this.lifecycle.cancel(tx, video);
      return { row: video, isCanceled: true };
    });
    if (isCanceled) {
      this.updates.cancelRendering(id);
      this.log.info('video.canceled', { video_id: id, org_id: orgId });
    }
    return toVideo(row, this.config);
  }
}
