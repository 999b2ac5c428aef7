import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Metrics } from '#libs/runtime';
import { outboxOldestAge, outboxUnpublished } from './outbox.metrics.js';

/** Reports the backlog of this service's outbox; every replica reports the same, whichever of them leads the relay. */
@Injectable()
export class OutboxGauges implements OnApplicationBootstrap {
  constructor(
    private readonly em: EntityManager,
    private readonly metrics: Metrics,
  ) {}

  onApplicationBootstrap(): void {
    this.metrics.beforeScrape([outboxUnpublished, outboxOldestAge], () => this.measure());
  }

  private async measure(): Promise<void> {
    const [row] = await this.em.fork().execute<{ unpublished: string; age: string }[]>(
      `SELECT count(*) AS unpublished, coalesce(extract(epoch FROM clock_timestamp() - min(created_at)), 0) AS age
         FROM outbox WHERE published_at IS NULL`,
    );
    outboxUnpublished.set(Number(row!.unpublished));
    outboxOldestAge.set(Number(row!.age));
  }
}
