import { Injectable } from '@nestjs/common';
import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { AppError, type GetVideo, publicPosterKey, type Video, VIDEO_STATUSES } from '#libs/contracts';
import { Outbox } from '#libs/outbox';
import { Logger } from '#libs/runtime';
import { ObjectStore } from '#libs/storage';
import { VideoLifecycle } from './video-lifecycle.js';
import { VideoUpdatePublisher } from './video-update-publisher.js';
import { VideoRow } from './video.entity.js';

/** Deletes videos at their owner's request. */
@Injectable()
export class RemoveVideoService {
  constructor(
    private readonly em: EntityManager,
    private readonly outbox: Outbox,
    private readonly lifecycle: VideoLifecycle,
    private readonly updates: VideoUpdatePublisher,
    private readonly store: ObjectStore,
    private readonly log: Logger,
  ) {}

  /**
   * Deletes a video and its files; cancels one that is PROCESSING first. Its row stays, hidden, until nothing refers to it:
   * credits to settle, uploads of a renderer that has not received the cancellation.
   *
   * @throws AppError RESOURCE_NOT_FOUND for an unknown video, one deleted before, and another organization's
   */
  async remove({ org_id: orgId, id }: GetVideo): Promise<void> {
    const { video, canceled } = await this.outbox.transaction(this.em, async (tx) => {
      const where = { id, orgId, status: { $in: VIDEO_STATUSES } };
      const row = await tx.findOne(VideoRow, where, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (!row) throw new AppError('RESOURCE_NOT_FOUND');
      const version = row.shownVersion + 1;
      const shown: Video | null = row.status === 'PROCESSING' ? await this.lifecycle.cancel(tx, row) : null;
      this.lifecycle.remove(tx, row);
      return { video: row, canceled: shown && { org_id: orgId, version, video: shown } };
    });
    if (canceled) this.updates.publishEnd(canceled);
    this.log.info('video.deleted', { video_id: id, org_id: orgId, canceled: canceled !== null });
    await this.removeFiles(video);
  }

  /** The sweep of expired files repeats a removal that fails here. */
  private async removeFiles({ id, publicKey, fileSize }: VideoRow): Promise<void> {
    if (fileSize === null) return;
    try {
      await this.store.deleteAll([publicKey, publicPosterKey(publicKey)]);
    } catch (error) {
      this.log.warn('video.files_removal_failed', { video_id: id, error });
    }
  }
}
