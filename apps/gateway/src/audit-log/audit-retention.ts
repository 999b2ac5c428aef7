import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { type ExpiringRows, LeaderLocks, LeaderSweep, type SweptBatch } from '#libs/database';
import { Logger, RepeatedWork } from '#libs/runtime';
import { GatewayConfig } from '../gateway.config.js';
import { agedRows } from '../retention/aged-rows.js';

const ROUND_MS = 60_000;

/** Deletes entries of the audit log after AUDIT_RETENTION_DAYS. One gateway leads. */
@Injectable()
export class AuditRetention {
  private readonly rows: ExpiringRows;

  constructor(
    em: EntityManager,
    { auditRetentionDays: days }: GatewayConfig,
    locks: LeaderLocks,
    log: Logger,
    work: RepeatedWork,
  ) {
    this.rows = agedRows(em, { name: 'audit_entries', key: 'id', days });
    const leader = new LeaderSweep({ lock: 'audit-retention', intervalMs: ROUND_MS, sweeps: [this.rows] }, locks, log);
    if (days > 0) leader.repeatIn(work);
  }

  /** Deletes one batch, oldest first. */
  sweep(): Promise<SweptBatch> {
    return this.rows.sweep();
  }
}
