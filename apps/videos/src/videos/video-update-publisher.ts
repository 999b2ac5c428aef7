import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { CANCEL_RENDER, VIDEO_UPDATE, type VideoUpdate } from '#libs/contracts';
import { LivePublisher } from '#libs/messaging';
import { Logger } from '#libs/runtime';
import { VideosConfig } from '../videos.config.js';
import { type VideoUpdateRow, toVideoUpdate } from './to-video.js';
import { isVisible } from './video-status.js';
import { VideoRow } from './video.entity.js';

/**
 * Publishes updates of videos. Call it after the commit, because an update is made of the stored row. Updates may be
 * lost, so no method waits or throws.
 */
@Injectable()
export class VideoUpdatePublisher {
  constructor(
    private readonly em: EntityManager,
    private readonly live: LivePublisher,
    private readonly config: VideosConfig,
    private readonly log: Logger,
  ) {}

  /** Publishes the video as it is stored, for clients that watch it. */
  publish(videoId: string): void {
    this.read(videoId).catch((error: unknown) =>
      this.log.warn('video_update.publish_failed', { video_id: videoId, error }),
    );
  }

  /** Publishes the update of a visible row that was just read. */
  publishRow(row: VideoUpdateRow): void {
    this.live.publish(VIDEO_UPDATE, toVideoUpdate(row, this.config));
  }

  /** Publishes the end of a video without a file: renderers stop drawing it, and its callers get the update. */
  cancelRendering(videoId: string): void {
    this.live.publish(CANCEL_RENDER, { video_id: videoId });
    this.publish(videoId);
  }

  /** Like {@link cancelRendering}, for a video that can no longer be read. */
  publishEnd(update: VideoUpdate): void {
    this.live.publish(CANCEL_RENDER, { video_id: update.video.id });
    this.live.publish(VIDEO_UPDATE, update);
  }

  private async read(videoId: string): Promise<void> {
    const row = await this.em.fork().findOne(VideoRow, videoId);
    if (row && isVisible(row.status)) this.publishRow(row);
  }
}
