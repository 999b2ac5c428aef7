import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { type LeaderLock, LeaderLocks, type PreparedStatement, PreparedStatements } from '#libs/database';
import { Logger, Repeater } from '#libs/runtime';
import { SHOWN_COLUMNS, type VideoUpdateRow } from '../videos/to-video.js';
import { VideoUpdatePublisher } from '../videos/video-update-publisher.js';
import { WHOLE_SECONDS } from '../videos/video-progress.js';
import { QueueEstimates } from './queue-estimates.js';

const ROUND_MS = 5_000;

/**
 * Writes the estimates of videos that no renderer works on; returns those that changed for callers: by a quarter, so that a
 * video is written some ten times while it waits. Skips locked rows; the next round writes them.
 */
const SHOW_WAITING: PreparedStatement = {
  name: 'show-waiting',
  text: `
  WITH estimated AS (
    SELECT video_id, ${WHOLE_SECONDS} AS eta
      FROM unnest($1::uuid[], $2::float8[]) AS estimated (video_id, seconds)
  ), changed AS MATERIALIZED (
    SELECT video_id, eta FROM estimated JOIN videos ON id = video_id
     WHERE status = 'PROCESSING' AND eta_seconds IS DISTINCT FROM eta
       AND (4 * abs(eta_seconds::float8 - eta) >= eta_seconds) IS NOT FALSE
       AND NOT EXISTS (SELECT FROM segments WHERE segments.video_id = id AND state = 'LEASED')
       FOR NO KEY UPDATE OF videos SKIP LOCKED
  )
  UPDATE videos SET eta_seconds = eta, updated_at = $3 FROM changed WHERE id = video_id
  RETURNING ${SHOWN_COLUMNS}, shown_version AS "shownVersion", org_id AS "orgId"`,
};

/** Shows, on the one replica that leads, when videos will be finished that still wait for a renderer. */
@Injectable()
export class EstimatePublisher implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly lock: LeaderLock;
  private readonly repeater: Repeater;

  constructor(
    private readonly times: QueueEstimates,
    private readonly statements: PreparedStatements,
    private readonly updates: VideoUpdatePublisher,
    locks: LeaderLocks,
    log: Logger,
  ) {
    this.lock = locks.lock('waiting-estimates');
    this.repeater = new Repeater({
      run: async () => {
        if (await this.lock.isHeld()) await this.show();
      },
      intervalMs: ROUND_MS,
      onError: (error) => log.warn('waiting_estimates.failed', { error }),
    });
  }

  onApplicationBootstrap(): void {
    this.repeater.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.repeater.stop();
  }

  private async show(): Promise<void> {
    const waiting = await this.times.read();
    if (waiting.length === 0) return;
    const changed = await this.statements.run<VideoUpdateRow>(SHOW_WAITING, [
      waiting.map(({ videoId }) => videoId),
      waiting.map(({ seconds }) => seconds),
      new Date(),
    ]);
    for (const row of changed) this.updates.publishRow(row);
  }
}
