import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import type { SegmentHeartbeat } from '#libs/contracts';
import { VideoNewsPublisher } from '../videos/video-news-publisher.js';
import { VideoRow } from '../videos/video.entity.js';
import { etaSeconds, progressOf } from './progress.js';

interface VideoProgress {
  frame_count: number;
  progress: number;
  frames_done: number;
  frames_per_s: number | null;
}

/** Takes renderers' signs of life: they renew the lease and show how far the video is. */
@Injectable()
export class Heartbeats {
  constructor(
    private readonly em: EntityManager,
    private readonly news: VideoNewsPublisher,
  ) {}

  /**
   * A sign of life of a lost claim changes nothing; one of a video that has ended without it means that its renderer has
   * missed the news. Two statements and no transaction: the second may be lost, the next
   * heartbeat brings it again.
   */
  async take({ video_id, segment, epoch, frames_done }: SegmentHeartbeat): Promise<void> {
    const em = this.em.fork();
    const renewed = await em.execute(
      `UPDATE segments SET heartbeat_at = ?, frames_done = least(greatest(frames_done, ?), to_frame - from_frame)
        WHERE video_id = ? AND segment = ? AND epoch = ? AND state = 'LEASED' RETURNING segment`,
      [new Date(), frames_done, video_id, segment, epoch],
    );
    if (renewed.length > 0) await this.show(em, video_id);
    else if (await hasEnded(em, video_id)) this.news.callOff(video_id);
  }

  private async show(em: EntityManager, videoId: string): Promise<void> {
    const now = new Date();
    const [video] = await em.execute<VideoProgress[]>(
      `SELECT frame_count, progress,
              sum(CASE WHEN state = 'DONE' THEN to_frame - from_frame ELSE frames_done END)::int AS frames_done,
              sum(frames_done / greatest(0.001, extract(epoch FROM ?::timestamptz - claimed_at)))
                FILTER (WHERE state = 'LEASED')::float AS frames_per_s
         FROM videos JOIN segments ON video_id = id WHERE id = ? AND status = 'PROCESSING'
        GROUP BY id`,
      [now, videoId],
    );
    if (!video) return;
    const progress = progressOf(video.frames_done, video.frame_count, video.progress);
    const eta = etaSeconds(video.frame_count - video.frames_done, video.frames_per_s ?? 0);
    const changed = await em.execute(
      `UPDATE videos SET progress = ?, eta_seconds = ?, updated_at = ?
        WHERE id = ? AND status = 'PROCESSING' AND progress <= ? AND (progress, eta_seconds) IS DISTINCT FROM (?, ?)
        RETURNING id`,
      [progress, eta, now, videoId, progress, progress, eta],
    );
    if (changed.length > 0) this.news.publish(videoId);
  }
}

async function hasEnded(em: EntityManager, videoId: string): Promise<boolean> {
  return (await em.count(VideoRow, { id: videoId, finishedAt: { $ne: null } })) > 0;
}
