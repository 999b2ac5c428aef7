import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { type LeaderLock, LeaderLocks } from '#libs/database';
import { Logger, Repeater } from '#libs/runtime';
import { renewalIntervalMs } from '../claims/signs-of-life.js';
import { VideosConfig } from '../videos.config.js';
import { repairs } from '../videos.metrics.js';
import { REPAIR_PASSES, type RepairPass } from './repair-pass.js';

/**
 * Repairs what crashes, outages and lost messages left inconsistent; with it the service survives the loss of everything in
 * JetStream. One replica leads. Every pass is safe to repeat and to be interrupted anywhere; a failed pass does not stop the
 * others.
 */
@Injectable()
export class Reconciler implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly lock: LeaderLock;
  private readonly repeater: Repeater;
  /** Time at which the next round of all passes is due; urgent ones run in between. */
  private dueAtMs = 0;

  constructor(
    @Inject(REPAIR_PASSES) private readonly passes: readonly RepairPass[],
    locks: LeaderLocks,
    private readonly config: VideosConfig,
    private readonly log: Logger,
  ) {
    this.lock = locks.lock('reconciler', () => {
      this.dueAtMs = 0;
      this.repeater.kick();
    });
    this.repeater = new Repeater({
      run: () => this.round(),
      intervalMs: Math.min(config.reconcileIntervalMs, renewalIntervalMs(config.leaseTimeoutMs)),
      onError: (error) => log.warn('reconcile.failed', { error }),
    });
  }

  onApplicationBootstrap(): void {
    this.repeater.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.repeater.stop();
  }

  private async round(): Promise<void> {
    if (!(await this.lock.isHeld())) return;
    const startedAt = performance.now();
    const isDue = startedAt >= this.dueAtMs;
    if (isDue) this.dueAtMs = startedAt + this.config.reconcileIntervalMs;
    const repaired: Record<string, number> = {};
    for (const pass of this.passes) {
      if (!isDue && !pass.isUrgent) continue;
      if (!this.lock.isHeldNow) return;
      try {
        const count = await pass.repair();
        repaired[pass.repairs] = count;
        repairs.inc({ pass: pass.repairs }, count);
      } catch (error) {
        this.log.warn('reconcile.pass_failed', { pass: pass.repairs, error });
      }
    }
    if (Object.values(repaired).some((count) => count > 0)) {
      this.log.info('reconcile.finished', { ...repaired, duration_ms: Math.round(performance.now() - startedAt) });
    }
  }
}
