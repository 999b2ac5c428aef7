import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { type ExpiringRows, LeaderLocks, LeaderSweep, type SweptBatch } from '#libs/database';
import { Logger, RepeatedWork } from '#libs/runtime';
import { GatewayConfig } from '../gateway.config.js';
import { agedRows } from '../retention/aged-rows.js';

const ROUND_MS = 60_000;

/** Deletes logged requests after REQUEST_LOG_DAYS; without a log, those that are left of it. One gateway leads. */
@Injectable()
export class RequestRetention {
  private readonly rows: ExpiringRows;

  constructor(
    em: EntityManager,
    { requestLogDays }: GatewayConfig,
    locks: LeaderLocks,
    log: Logger,
    work: RepeatedWork,
  ) {
    this.rows = agedRows(em, { name: 'requests', key: 'organization_id, slot', days: requestLogDays });
    const plan = { lock: 'request-retention', intervalMs: ROUND_MS, sweeps: [this.rows] };
    new LeaderSweep(plan, locks, log).repeatIn(work);
  }

  /** Deletes one batch, oldest first. */
  sweep(): Promise<SweptBatch> {
    return this.rows.sweep();
  }
}
