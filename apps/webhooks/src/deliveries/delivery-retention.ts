import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { LeaderLocks, LeaderSweep, type SweptBatch } from '#libs/database';
import { Logger, RepeatedWork } from '#libs/runtime';
import { WebhooksConfig } from '../webhooks.config.js';
import { addUpDeliveries } from './delivery-counts.js';

const ROUND_MS = 10_000;
/** Events deleted in one statement. */
const BATCH = 500;

/**
 * Deletes old events with their deliveries and attempts, in batches that lock rows only briefly, and expired secrets; adds
 * the changes of the delivery counts to the totals. One replica leads.
 */
@Injectable()
export class DeliveryRetention {
  constructor(
    private readonly em: EntityManager,
    private readonly config: WebhooksConfig,
    locks: LeaderLocks,
    log: Logger,
    work: RepeatedWork,
  ) {
    const deliveries = { kind: 'deliveries', sweep: () => this.countAndSweep(), overdueS: () => this.overdueS() };
    const plan = { lock: 'retention', intervalMs: ROUND_MS, sweeps: [deliveries] };
    new LeaderSweep(plan, locks, log).repeatIn(work);
  }

  /** Deletes one batch. An event with a pending delivery stays. */
  async sweep(): Promise<SweptBatch> {
    const em = this.em.fork();
    await em.execute(`DELETE FROM retired_secrets WHERE expires_at <= now()`);
    const deleted = await em.execute(
      `WITH old AS (
         SELECT id FROM events e
          WHERE occurred_at < now() - make_interval(days => ?)
            AND NOT EXISTS (SELECT 1 FROM deliveries d WHERE d.event_id = e.id AND d.state = 'pending')
          ORDER BY occurred_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
       ), delivery AS (
         DELETE FROM deliveries USING old WHERE event_id = old.id RETURNING deliveries.id
       ), attempt AS (
         DELETE FROM attempts USING delivery WHERE delivery_id = delivery.id
       )
       DELETE FROM events USING old WHERE events.id = old.id RETURNING events.id`,
      [this.config.deliveryRetentionDays],
    );
    return { rows: deleted.length, hasMore: deleted.length === BATCH, facts: { events: deleted.length } };
  }

  private async countAndSweep(): Promise<SweptBatch> {
    const moreChanges = await addUpDeliveries(this.em.fork());
    const batch = await this.sweep();
    return { ...batch, hasMore: moreChanges || batch.hasMore };
  }

  private async overdueS(): Promise<number> {
    const [{ overdue }] = await this.em.fork().execute<[{ overdue: number }]>(
      `SELECT greatest(0, coalesce(extract(epoch FROM now() - make_interval(days => ?) - min(occurred_at)), 0))::float8 AS overdue
         FROM events`,
      [this.config.deliveryRetentionDays],
    );
    return overdue;
  }
}
