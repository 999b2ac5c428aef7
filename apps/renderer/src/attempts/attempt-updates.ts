import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { RENDER_RESULT, type RenderResult, type StepHeartbeat, withToken } from '#libs/contracts';
import { JetStreamPublisher, LivePublisher } from '#libs/messaging';
import { Logger } from '#libs/runtime';
import { Heartbeat } from './heartbeat.js';

/** Time for which publishing a result is retried, ms. By then another renderer has claimed and rendered the video. */
const PATIENCE_MS = 10 * 60_000;
const RETRY_MS = 2_000;

/** Publishes the progress and the result of render attempts. */
@Injectable()
export class AttemptUpdates {
  constructor(
    private readonly live: LivePublisher,
    private readonly jetstream: JetStreamPublisher,
    private readonly log: Logger,
  ) {}

  /** Starts the heartbeat of a claimed step; the caller stops it. */
  heartbeat(lease: Omit<StepHeartbeat, 'frames_done'>): Heartbeat {
    return new Heartbeat(this.live, lease);
  }

  /** Publishes until JetStream has stored the result. @throws the last error after 10 min */
  async result(result: RenderResult): Promise<void> {
    const { video_id, segment, epoch } = result;
    const id = `${video_id}:${segment}:${epoch}`;
    const deadlineMs = performance.now() + PATIENCE_MS;
    for (;;) {
      try {
        await this.jetstream.publish(withToken(RENDER_RESULT, video_id), result, { id });
        return;
      } catch (error) {
        if (performance.now() > deadlineMs) throw error;
        this.log.warn('result.delayed', { video_id, segment, epoch, error });
        await delay(RETRY_MS);
      }
    }
  }
}
