import {
  type LogFields,
  type Logger,
  type RepeatedWork,
  type Repeater,
  retentionOverdue,
  retentionSwept,
} from '#libs/runtime';
import type { LeaderLocks } from './leader-locks.js';
import type { LeaderLock } from './leader-lock.js';

/** The outcome of one batch. */
export interface SweptBatch {
  /** Number of rows deleted or archived. */
  rows: number;
  /** Whether the batch was full, so that more rows may be due. */
  hasMore: boolean;
  /** Fields of the log line that a batch with rows writes; without them it writes none. */
  facts?: LogFields;
}

/** A kind of rows that expire. */
export interface ExpiringRows {
  /** Names the rows in logs and metrics. */
  readonly kind: string;
  /** Removes a batch of expired rows, oldest first. Safe to repeat and to interrupt. */
  sweep(): Promise<SweptBatch>;
  /** Time for which the oldest remaining row has been expired, s; 0 where none is. */
  overdueS(): Promise<number>;
}

/** The work of the leader in one round. */
export interface SweepRound {
  /** Batches by kind. */
  rows: Record<string, number>;
  durationMs: number;
  hasMore: boolean;
}

/** A schedule of sweeps. */
export interface LeaderSweepPlan {
  /** Name of the leader lock. */
  lock: string;
  /** Pause after a round that left nothing due, ms. */
  intervalMs: number;
  /** The sweeps, in order. */
  sweeps: readonly ExpiringRows[];
  /** Called after every round of the leader; the next round waits for it. */
  afterRound?(round: SweepRound): Promise<void>;
}

/**
 * Removes expired rows. Only the leader sweeps: one batch of each kind after another, again at once while more may be
 * due. A failed sweep does not stop the others and is retried after the pause. Only the leader reports what is overdue.
 */
export class LeaderSweep {
  private readonly lock: LeaderLock;
  private repeater?: Repeater;

  constructor(
    private readonly plan: LeaderSweepPlan,
    locks: LeaderLocks,
    private readonly log: Logger,
  ) {
    this.lock = locks.lock(plan.lock, () => this.repeater?.kick());
  }

  /** Adds the rounds to the work of a module. */
  repeatIn(work: RepeatedWork): void {
    this.repeater = work.repeat(() => this.round(), this.plan.intervalMs, 'retention.sweep_failed');
  }

  /** Sweeps a batch of each kind if this process leads. @returns whether more may be due */
  async round(): Promise<boolean> {
    const { sweeps, afterRound } = this.plan;
    if (!(await this.lock.isHeld())) {
      for (const { kind } of sweeps) retentionOverdue.remove({ kind }); // the new leader reports it
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

  private async sweepOne(sweep: ExpiringRows): Promise<SweptBatch> {
    const { kind } = sweep;
    try {
      const batch = await sweep.sweep();
      retentionSwept.inc({ kind }, batch.rows);
      if (batch.rows > 0 && batch.facts) this.log.info('retention.swept', { kind, ...batch.facts });
      retentionOverdue.set({ kind }, await sweep.overdueS());
      return batch;
    } catch (error) {
      this.log.warn('retention.sweep_failed', { kind, error });
      return { rows: 0, hasMore: false };
    }
  }
}
