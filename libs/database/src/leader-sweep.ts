import { type LogFields, type Logger, Repeater, retentionOverdue, retentionSwept } from '#libs/runtime';
import type { LeaderLocks } from './leader-locks.js';
import type { LeaderLock } from './leader-lock.js';

/** What came of one batch. */
export interface SweptBatch {
  /** Rows that were deleted or archived. */
  rows: number;
  /** A whole batch was due, so there may be more. */
  hasMore: boolean;
  /** For the line that a batch with rows gets in the log; without them it gets none. */
  facts?: LogFields;
}

/** What has a time to be kept and an end to it. */
export interface Sweep {
  /** For the log and the metrics. */
  readonly kind: string;
  /** Removes a batch of what is due, oldest first; safe to repeat and to be cut off anywhere. */
  sweep(): Promise<SweptBatch>;
  /** How long the oldest that is left has been kept beyond its time, s; 0 where nothing is due. */
  overdueS(): Promise<number>;
}

/** What the leader did in one round. */
export interface SweepRound {
  /** Of each kind. */
  rows: Record<string, number>;
  durationMs: number;
  hasMore: boolean;
}

/** When who sweeps what. */
export interface LeaderSweepPlan {
  /** Name of the leader lock. */
  lock: string;
  /** Pause between rounds after which nothing more is due, ms. */
  intervalMs: number;
  /** In order. */
  sweeps: readonly Sweep[];
  /** In the log, for a sweep that failed. */
  failureEvent?: string;
  /** Told of every round of the leader, and waited for before the next. */
  afterRound?(round: SweepRound): Promise<void>;
}

/**
 * Removes what has been kept long enough. One replica leads; it sweeps a batch of each kind after the other, at once again
 * while any may have more. A sweep that fails keeps no other from its turn, and is tried again after the pause. What is
 * overdue is known to the leader alone.
 */
export class LeaderSweep {
  private readonly lock: LeaderLock;
  private readonly repeater: Repeater;

  constructor(
    private readonly plan: LeaderSweepPlan,
    locks: LeaderLocks,
    private readonly log: Logger,
  ) {
    this.lock = locks.lock(plan.lock, () => this.repeater.kick());
    this.repeater = new Repeater({
      run: () => this.round(),
      intervalMs: plan.intervalMs,
      onError: (error) => this.warn({ error }),
    });
  }

  start(): void {
    this.repeater.start();
  }

  stop(): Promise<void> {
    return this.repeater.stop();
  }

  /** A batch of each kind, where this process leads. @returns whether there may be more */
  async round(): Promise<boolean> {
    const { sweeps, afterRound } = this.plan;
    if (!(await this.lock.isHeld())) {
      for (const { kind } of sweeps) retentionOverdue.remove({ kind }); // whoever leads now knows better
      return false;
    }
    const startedAt = performance.now();
    const rows: Record<string, number> = {};
    let hasMore = false;
    for (const sweep of sweeps) {
      const batch = await this.sweepOne(sweep);
      rows[sweep.kind] = batch.rows;
      hasMore ||= batch.hasMore;
    }
    await afterRound?.({ rows, durationMs: performance.now() - startedAt, hasMore });
    return hasMore;
  }

  private async sweepOne(sweep: Sweep): Promise<SweptBatch> {
    const { kind } = sweep;
    try {
      const batch = await sweep.sweep();
      retentionSwept.inc({ kind }, batch.rows);
      if (batch.rows > 0 && batch.facts) this.log.info('retention.swept', { kind, ...batch.facts });
      retentionOverdue.set({ kind }, await sweep.overdueS());
      return batch;
    } catch (error) {
      this.warn({ kind, error });
      return { rows: 0, hasMore: false };
    }
  }

  private warn(fields: LogFields): void {
    this.log.warn(this.plan.failureEvent ?? 'retention.round_failed', fields);
  }
}
