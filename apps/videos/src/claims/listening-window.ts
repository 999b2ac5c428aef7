import { Injectable } from '@nestjs/common';
import { NatsLink } from '#libs/messaging';
import { RepeatedWork } from '#libs/runtime';
import { VideosConfig } from '../videos.config.js';
import { renewalIntervalMs, silenceBefore } from './signs-of-life.js';

const SAMPLE_MS = 500;
/** Delay of a sample, ms, that shows that this process was suspended and may have missed messages. */
const STALL_MS = 5_000;

/** The time since which this process could receive heartbeats: connected to NATS and running. */
@Injectable()
export class ListeningWindow {
  private since: number | undefined;
  private sampledAt = 0;

  constructor(
    private readonly link: NatsLink,
    private readonly config: VideosConfig,
    work: RepeatedWork,
  ) {
    work.repeat(() => this.sample(Date.now()), SAMPLE_MS, 'listening.sample_failed');
  }

  /** Start of the window, ms; undefined while it is closed. */
  get sinceMs(): number | undefined {
    this.sample(Date.now());
    return this.since;
  }

  /**
   * A lease whose latest recorded sign of life is older than this has expired; null while the window is too short to decide.
   * The window is measured on the clock of this process, the sign of life on PostgreSQL's.
   *
   * @param now PostgreSQL's time
   */
  silentBefore(now: Date): Date | null {
    const { leaseTimeoutMs } = this.config;
    const timeoutMs = leaseTimeoutMs + renewalIntervalMs(leaseTimeoutMs);
    const isLongEnough = silenceBefore(Date.now(), this.sinceMs, timeoutMs) !== null;
    return isLongEnough ? new Date(now.getTime() - timeoutMs) : null;
  }

  private sample(nowMs: number): void {
    const hasStalled = nowMs - this.sampledAt > STALL_MS;
    if (!this.link.isConnected) this.since = undefined;
    else if (this.since === undefined || hasStalled) this.since = nowMs;
    this.sampledAt = nowMs;
  }
}
