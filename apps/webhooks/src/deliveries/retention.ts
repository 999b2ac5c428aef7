import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { type LeaderLock, LeaderLocks } from '#libs/database';
import { Logger, Repeater, retentionOverdue, retentionSwept } from '#libs/runtime';
import { WebhooksConfig } from '../webhooks.config.js';
import { addUpChanges } from './delivery-counts.js';

const ROUND_MS = 10_000;
/** Events deleted in one statement. */
const BATCH = 500;
const KIND = 'deliveries';

/**
 * Deletes old events with their deliveries and attempts, in batches that lock nobody out, and secrets that sign no more;
 * keeps the numbers of deliveries short. One replica leads.
 */
@Injectable()
export class Retention implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly lock: LeaderLock;
  private readonly repeater: Repeater;

  constructor(
    private readonly em: EntityManager,
    private readonly config: WebhooksConfig,
    locks: LeaderLocks,
    private readonly log: Logger,
  ) {
    this.lock = locks.lock('retention');
    this.repeater = new Repeater({
      run: () => this.round(),
      intervalMs: ROUND_MS,
      onError: (error) => log.warn('retention.round_failed', { kind: KIND, error }),
    });
  }

  onApplicationBootstrap(): void {
    this.repeater.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.repeater.stop();
  }

  /** One batch; true when there may be more. An event that is still being delivered stays. */
  async sweep(): Promise<boolean> {
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
    if (deleted.length > 0) {
      retentionSwept.inc({ kind: KIND }, deleted.length);
      this.log.info('retention.swept', { kind: KIND, events: deleted.length });
    }
    return deleted.length === BATCH;
  }

  private async round(): Promise<boolean> {
    if (!(await this.lock.isHeld())) {
      retentionOverdue.remove({ kind: KIND }); // whoever leads now knows better
      return false;
    }
    const moreChanges = await addUpChanges(this.em.fork());
    const moreEvents = await this.sweep();
    retentionOverdue.set({ kind: KIND }, await this.overdueS());
    return moreChanges || moreEvents;
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
