import { Injectable } from '@nestjs/common';
import type { StepHeartbeat } from '#libs/contracts';
import { PreparedStatements } from '#libs/database';
import { RepeatedWork } from '#libs/runtime';
import { VideosConfig } from '../videos.config.js';
import type { VideoUpdateRow } from '../videos/to-video.js';
import { VideoUpdatePublisher } from '../videos/video-update-publisher.js';
import { ENDED, RENEW, SHOW, type VideoProgress } from './heartbeat-statements.js';
import { etaSeconds, progressOf } from '../videos/video-progress.js';
import { renewalIntervalMs } from './signs-of-life.js';

/**
 * The interval at which heartbeats are written, ms, equal to that of the renderers: a shorter one costs a commit for
 * each slot, a longer one delays the progress that callers see.
 */
const WRITE_INTERVAL_MS = 1_000;

interface Beat {
  heartbeat: StepHeartbeat;
  /** Time on this process's monotonic clock, ms: only the time since then counts. */
  receivedAtMs: number;
}

/**
 * Receives the renderers' heartbeats, which renew the lease and report the video's progress. All heartbeats received within
 * {@link WRITE_INTERVAL_MS} are written together, so the number of commits does not grow with the number of slots. The next
 * heartbeat replaces one that is lost because the database is unavailable or this process ends.
 */
@Injectable()
export class Heartbeats {
  /** The latest heartbeat of each attempt. */
  private received = new Map<string, Beat>();

  constructor(
    private readonly statements: PreparedStatements,
    private readonly updates: VideoUpdatePublisher,
    private readonly config: VideosConfig,
    work: RepeatedWork,
  ) {
    work.repeat(() => this.write(), WRITE_INTERVAL_MS, 'heartbeats.write_failed');
  }

  take(heartbeat: StepHeartbeat): void {
    const { video_id, segment, epoch } = heartbeat;
    this.received.set(`${video_id}/${segment}/${epoch}`, { heartbeat, receivedAtMs: performance.now() });
  }

  /**
   * Writes the heartbeats received. One of an older claim changes nothing. One for a video that has ended shows that
   * its renderer missed the cancellation, which is published again. The statements share no transaction: the next
   * heartbeat repeats what was lost.
   */
  private async write(): Promise<void> {
    const beats = [...this.received.values()];
    this.received = new Map();
    if (beats.length === 0) return;
    const videos = await this.renew(beats);
    await this.show(videos, new Date());
    const alive = new Set(videos.map(({ id }) => id));
    await this.cancelRendering(beats.map(({ heartbeat }) => heartbeat.video_id).filter((id) => !alive.has(id)));
  }

  private renew(beats: readonly Beat[]): Promise<VideoProgress[]> {
    return this.statements.run<VideoProgress>(RENEW, [
      beats.map(({ heartbeat }) => heartbeat.video_id),
      beats.map(({ heartbeat }) => heartbeat.segment),
      beats.map(({ heartbeat }) => heartbeat.epoch),
      beats.map(({ heartbeat }) => heartbeat.frames_done),
      beats.map(({ receivedAtMs }) => performance.now() - receivedAtMs),
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
