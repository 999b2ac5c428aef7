import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Logger, Repeater } from '#libs/runtime';
import { WebhooksConfig } from '../webhooks.config.js';

const HOUR_MS = 3_600_000;
const BATCH = 1000;

/** Deletes old events with their deliveries and attempts, in batches that lock nobody out, and secrets that sign no more. */
@Injectable()
export class Retention implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly repeater: Repeater;

  constructor(
    private readonly em: EntityManager,
    private readonly config: WebhooksConfig,
    log: Logger,
  ) {
    this.repeater = new Repeater({
      run: () => this.sweep(),
      intervalMs: HOUR_MS,
      onError: (error) => log.warn('retention.round_failed', { error }),
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
      `DELETE FROM events WHERE id IN (
         SELECT id FROM events e
          WHERE occurred_at < now() - make_interval(days => ?)
            AND NOT EXISTS (SELECT 1 FROM deliveries d WHERE d.event_id = e.id AND d.state = 'pending')
          LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
       ) RETURNING id`,
      [this.config.deliveryRetentionDays],
    );
    return deleted.length === BATCH;
  }
}
