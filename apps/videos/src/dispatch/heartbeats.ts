import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { SegmentHeartbeat } from '#libs/contracts';
import { PreparedStatements } from '#libs/database';
import { Logger, Repeater } from '#libs/runtime';
import { VideosConfig } from '../videos.config.js';
import type { VideoUpdateRow } from '../videos/to-video.js';
import { VideoUpdatePublisher } from '../videos/video-update-publisher.js';
import { ENDED, RENEW, SHOW, type VideoProgress } from './heartbeat-statements.js';
import { etaSeconds, progressOf } from '../videos/video-progress.js';
import { renewalIntervalMs } from './signs-of-life.js';

/** Renderers tell their progress once a second: shorter, and a slot costs a commit again; longer, and callers see less. */
const WRITE_INTERVAL_MS = 1_000;

interface Beat {
  heartbeat: SegmentHeartbeat;
  heardAt: Date;
}

/**
 * Takes the renderers' heartbeats, which renew the lease and report the video's progress. All heartbeats received within
 * {@link WRITE_INTERVAL_MS} are written together, so the number of commits does not grow with the number of slots. A
 * heartbeat that is lost, because the database is away or this process ends, is made up for by the next one.
 */
@Injectable()
export class Heartbeats implements OnApplicationBootstrap, OnApplicationShutdown {
  /** The latest of each attempt. */
  private received = new Map<string, Beat>();
  private readonly repeater: Repeater;

  constructor(
    private readonly statements: PreparedStatements,
    private readonly updates: VideoUpdatePublisher,
    private readonly config: VideosConfig,
    log: Logger,
  ) {
    this.repeater = new Repeater({
      run: () => this.write(),
      intervalMs: WRITE_INTERVAL_MS,
      onError: (error) => log.warn('heartbeats.write_failed', { error }),
    });
  }

  onApplicationBootstrap(): void {
    this.repeater.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.repeater.stop();
  }

  take(heartbeat: SegmentHeartbeat): void {
    const { video_id, segment, epoch } = heartbeat;
    this.received.set(`${video_id}/${segment}/${epoch}`, { heartbeat, heardAt: new Date() });
  }

  /**
   * A sign of life of a lost claim changes nothing; one of a video that has ended without it means that its renderer has
   * missed the cancellation. Statements without a transaction: those that follow the first may be lost, the next sign of life
   * brings them again.
   */
  private async write(): Promise<void> {
    const beats = [...this.received.values()];
    this.received = new Map();
    if (beats.length === 0) return;
    const now = new Date();
    const videos = await this.renew(beats, now);
    await this.show(videos, now);
    const alive = new Set(videos.map(({ id }) => id));
    await this.cancelRendering(beats.map(({ heartbeat }) => heartbeat.video_id).filter((id) => !alive.has(id)));
  }

  private renew(beats: readonly Beat[], now: Date): Promise<VideoProgress[]> {
    return this.statements.run<VideoProgress>(RENEW, [
      beats.map(({ heartbeat }) => heartbeat.video_id),
      beats.map(({ heartbeat }) => heartbeat.segment),
      beats.map(({ heartbeat }) => heartbeat.epoch),
      beats.map(({ heartbeat }) => heartbeat.frames_done),
      beats.map(({ heardAt }) => heardAt),
      now,
      renewalIntervalMs(this.config.leaseTimeoutMs),
    ]);
  }

  private async show(videos: readonly VideoProgress[], now: Date): Promise<void> {
    if (videos.length === 0) return;
    const changed = await this.statements.run<VideoUpdateRow>(SHOW, [
      videos.map(({ id }) => id),
      videos.map(({ frames_done, frame_count, progress }) => progressOf(frames_done, frame_count, progress)),
      videos.map(({ frames_done, frame_count, frames_per_s }) =>
        etaSeconds(frame_count - frames_done, frames_per_s ?? 0),
      ),
      now,
    ]);
    for (const row of changed) this.updates.publishRow(row);
  }

  private async cancelRendering(videoIds: readonly string[]): Promise<void> {
    if (videoIds.length === 0) return;
    const ended = await this.statements.run<{ id: string }>(ENDED, [videoIds]);
    for (const { id } of ended) this.updates.cancelRendering(id);
  }
}
