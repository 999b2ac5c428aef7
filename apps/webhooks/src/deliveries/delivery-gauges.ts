import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Metrics } from '#libs/runtime';
import { oldestDue, pendingDeliveries } from '../webhooks.metrics.js';

/** Measures the delivery queue; equal in every replica. */
@Injectable()
export class DeliveryGauges implements OnApplicationBootstrap {
  constructor(
    private readonly em: EntityManager,
    private readonly metrics: Metrics,
  ) {}

  onApplicationBootstrap(): void {
    this.metrics.beforeScrape([pendingDeliveries, oldestDue], () => this.measure());
  }

  private async measure(): Promise<void> {
    const [row] = await this.em.fork().execute<{ due: string; waiting: string; age: string }[]>(
      `SELECT count(*) FILTER (WHERE next_attempt_at <= now()) AS due,
              count(*) FILTER (WHERE next_attempt_at > now()) AS waiting,
              greatest(0, coalesce(extract(epoch FROM now() - min(next_attempt_at)), 0)) AS age
         FROM deliveries WHERE state = 'pending'`,
    );
    pendingDeliveries.set({ when: 'due' }, Number(row!.due));
    pendingDeliveries.set({ when: 'later' }, Number(row!.waiting));
    oldestDue.set(Number(row!.age));
  }
}
