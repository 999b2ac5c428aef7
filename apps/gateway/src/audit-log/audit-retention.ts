import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { LeaderLocks, LeaderSweep, type SweptBatch } from '#libs/database';
import { Logger, RepeatedWork } from '#libs/runtime';
import { GatewayConfig } from '../gateway.config.js';

const ROUND_MS = 60_000;
/** Rows deleted in one statement. */
const BATCH = 1_000;

/** Deletes entries of the audit log after AUDIT_RETENTION_DAYS. One gateway leads. */
@Injectable()
export class AuditRetention {
  private readonly days: number;

  constructor(
    private readonly em: EntityManager,
    { auditRetentionDays }: GatewayConfig,
    locks: LeaderLocks,
    log: Logger,
    work: RepeatedWork,
  ) {
    this.days = auditRetentionDays;
    const sweeps = [{ kind: 'audit_entries', sweep: () => this.sweep(), overdueS: () => this.overdueS() }];
    const leader = new LeaderSweep({ lock: 'audit-retention', intervalMs: ROUND_MS, sweeps }, locks, log);
    if (this.days > 0) leader.repeatIn(work);
  }

  /** Deletes one batch, oldest first. */
  async sweep(): Promise<SweptBatch> {
    const deleted = await this.em.fork().execute<object[]>(
      `DELETE FROM audit_entries WHERE id IN
         (SELECT id FROM audit_entries WHERE created_at < now() - make_interval(days => ?)
           ORDER BY created_at, id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED) RETURNING 1`,
      [this.days],
    );
    return { rows: deleted.length, hasMore: deleted.length === BATCH, facts: { audit_entries: deleted.length } };
  }

  private async overdueS(): Promise<number> {
    const [{ overdue }] = await this.em.fork().execute<[{ overdue: number }]>(
      `SELECT coalesce(extract(epoch FROM now() - make_interval(days => ?) - created_at), 0)::float8 AS overdue
         FROM (SELECT min(created_at) AS created_at FROM audit_entries) AS oldest`,
      [this.days],
    );
    return Math.max(0, overdue);
  }
}
