import { HEARTBEAT_INTERVAL_MS, STEP_HEARTBEAT, type StepHeartbeat } from '#libs/contracts';
import type { LivePublisher } from '#libs/messaging';

/** Interval of heartbeats while there is progress, ms. */
const PROGRESS_INTERVAL_MS = 1_000;

/**
 * Publishes the heartbeat of one claimed step until {@link stop}: every {@link HEARTBEAT_INTERVAL_MS}, and every second
 * while there is progress.
 */
export class Heartbeat {
  private framesDone = 0;
  private published = { framesDone: 0, atMs: performance.now() };
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly live: LivePublisher,
    private readonly lease: Omit<StepHeartbeat, 'frames_done'>,
  ) {
    this.timer = setInterval(() => this.beat(), PROGRESS_INTERVAL_MS);
  }

  progress(framesDone: number): void {
    this.framesDone = framesDone;
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private beat(): void {
    const nowMs = performance.now();
    const isDue = nowMs - this.published.atMs >= HEARTBEAT_INTERVAL_MS - PROGRESS_INTERVAL_MS / 2;
    if (!isDue && this.framesDone === this.published.framesDone) return;
    this.live.publish(STEP_HEARTBEAT, { ...this.lease, frames_done: this.framesDone });
    this.published = { framesDone: this.framesDone, atMs: nowMs };
  }
}
