import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { type LeaderLock, LeaderLocks } from '#libs/database';
import { Logger, Repeater, retentionOverdue, retentionSwept } from '#libs/runtime';
import { VideosConfig } from '../videos.config.js';
import { BATCH, type Sweep, SWEEPS } from './sweep.js';

/** Of its time a sweep rests so many times what it works, so that callers keep the larger part of the database. */
const RESTS = 2;
const LONGEST_REST_MS = 2_000;

/**
 * Removes what has been kept long enough. One replica leads; it sweeps a batch of each kind after the other, at once again
 * while any may have more, and rests when nothing is due.
 */
@Injectable()
export class Retention implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly lock: LeaderLock;
  private readonly repeater: Repeater;

  constructor(
    @Inject(SWEEPS) private readonly sweeps: readonly Sweep[],
    locks: LeaderLocks,
    config: VideosConfig,
    private readonly log: Logger,
  ) {
    this.lock = locks.lock('retention');
    this.repeater = new Repeater({
      run: () => this.round(),
      intervalMs: config.retentionIntervalMs,
      onError: (error) => log.warn('retention.failed', { error }),
    });
  }

  onApplicationBootstrap(): void {
    this.repeater.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.repeater.stop();
  }

  /** A batch of each kind; true when there may be more. */
  private async round(): Promise<boolean> {
    if (!(await this.lock.isHeld())) {
      for (const { kind } of this.sweeps) retentionOverdue.remove({ kind }); // whoever leads now knows better
      return false;
    }
    const startedAt = performance.now();
    const counts: Record<string, number> = {};
    for (const each of this.sweeps) counts[each.kind] = await this.sweepOne(each);
    const durationMs = performance.now() - startedAt;
    const isSwept = Object.values(counts).some((count) => count > 0);
    if (isSwept) this.log.info('retention.swept', { ...counts, duration_ms: Math.round(durationMs) });
    const hasMore = Object.values(counts).some((count) => count >= BATCH);
    if (hasMore) await pause(Math.min(LONGEST_REST_MS, RESTS * durationMs));
    return hasMore;
  }

  /** One that fails keeps no other from its turn, and is tried again after the pause. */
  private async sweepOne(sweep: Sweep): Promise<number> {
    const { kind } = sweep;
    try {
      const count = await sweep.sweep();
      retentionSwept.inc({ kind }, count);
      const dueSince = await sweep.dueSince();
      retentionOverdue.set({ kind }, dueSince ? Math.max(0, (Date.now() - dueSince.getTime()) / 1_000) : 0);
      return count;
    } catch (error) {
      this.log.warn('retention.sweep_failed', { kind, error });
      return 0;
    }
  }
}
