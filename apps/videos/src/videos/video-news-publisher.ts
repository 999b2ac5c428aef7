import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { CANCEL_RENDER, VIDEO_NEWS, type VideoNews } from '#libs/contracts';
import { LivePublisher } from '#libs/messaging';
import { Logger } from '#libs/runtime';
import { VideosConfig } from '../videos.config.js';
import { type NewsRow, toVideoNews } from './to-video.js';
import { isVisible } from './video-status.js';
import { VideoRow } from './video.entity.js';

/**
 * Tells who is listening that something has changed. Call it after the commit: news say what is stored. Nobody may wait for
 * them and they may be lost, so nothing here takes time or throws.
 */
@Injectable()
export class VideoNewsPublisher {
  constructor(
    private readonly em: EntityManager,
    private readonly live: LivePublisher,
    private readonly config: VideosConfig,
    private readonly log: Logger,
  ) {}

  /** Callers see another Video than before: tells those who watch it. */
  publish(videoId: string): void {
    this.read(videoId).catch((error: unknown) => this.log.warn('news.untold', { video_id: videoId, error }));
  }

  /** As {@link publish}, of a visible row as it is stored now. */
  tell(row: NewsRow): void {
    this.live.publish(VIDEO_NEWS, toVideoNews(row, this.config));
  }

  /** The video has ended without a file: renderers stop drawing it, and who watches it learns how it ended. */
  callOff(videoId: string): void {
    this.live.publish(CANCEL_RENDER, { video_id: videoId });
    this.publish(videoId);
  }

  /** As {@link callOff}, of a video that can no longer be read. */
  tellEnd(news: VideoNews): void {
    this.live.publish(CANCEL_RENDER, { video_id: news.video.id });
    this.live.publish(VIDEO_NEWS, news);
  }

  private async read(videoId: string): Promise<void> {
    const row = await this.em.fork().findOne(VideoRow, videoId);
    if (row && isVisible(row.status)) this.tell(row);
  }
}
