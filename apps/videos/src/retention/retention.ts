import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { type ExpiringRows, LeaderLocks, LeaderSweep, type SweepRound } from '#libs/database';
import { Logger, RepeatedWork } from '#libs/runtime';
import { VideosConfig } from '../videos.config.js';
import { BATCH, type Sweep, SWEEPS } from './sweep.js';

/** Pause of a sweep as a multiple of its working time, so that requests keep the larger part of the database. */
const RESTS = 2;
const LONGEST_REST_MS = 2_000;

/** Removes expired data on the one replica that leads, all kinds in turn. */
@Injectable()
export class Retention {
  constructor(
    @Inject(SWEEPS) sweeps: readonly Sweep[],
    locks: LeaderLocks,
    config: VideosConfig,
    log: Logger,
    work: RepeatedWork,
  ) {
    const plan = {
      lock: 'retention',
      intervalMs: config.retentionIntervalMs,
      sweeps: sweeps.map(expiringRows),
      afterRound: async ({ rows, durationMs, hasMore }: SweepRound) => {
        const isSwept = Object.values(rows).some((count) => count > 0);
        if (isSwept) log.info('retention.swept', { ...rows, duration_ms: Math.round(durationMs) });
        if (hasMore) await pause(Math.min(LONGEST_REST_MS, RESTS * durationMs));
      },
    };
    new LeaderSweep(plan, locks, log).repeatIn(work);
  }
}

function expiringRows(sweep: Sweep): ExpiringRows {
  return {
    kind: sweep.kind,
    async sweep() {
      const rows = await sweep.sweep();
      return { rows, hasMore: rows >= BATCH };
    },
    async overdueS() {
      const dueSince = await sweep.dueSince();
      return dueSince ? Math.max(0, (Date.now() - dueSince.getTime()) / 1_000) : 0;
    },
  };
}
