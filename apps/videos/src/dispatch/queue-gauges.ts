import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Metrics } from '#libs/runtime';
import { announcedSlots, queueAge, segments } from '../videos.metrics.js';
import { Dispatcher } from './dispatcher.js';
import type { SegmentState } from '../videos/segment.entity.js';

/** Equal in every replica, because PostgreSQL is the queue. KEDA counts the same rows (helm/framewright, scaledobjects.yaml). */
@Injectable()
export class QueueGauges implements OnApplicationBootstrap {
  constructor(
    private readonly em: EntityManager,
    private readonly dispatcher: Dispatcher,
    private readonly metrics: Metrics,
  ) {}

  onApplicationBootstrap(): void {
    this.metrics.beforeScrape([segments, queueAge], () => this.measureQueue());
    this.metrics.beforeScrape([announcedSlots], () => this.measureSlots());
  }

  private async measureQueue(): Promise<void> {
    const rows = await this.em.fork().execute<{ state: SegmentState; encoder: string; count: string; age: string }[]>(
      `SELECT state, CASE state WHEN 'WAITING' THEN 'any' ELSE coalesce(encoder, 'software') END AS encoder, count(*),
              extract(epoch FROM now() - min(queued_at)) AS age
         FROM segments WHERE state IN ('WAITING', 'DISPATCHED', 'LEASED') GROUP BY 1, 2`,
    );
    segments.set({ state: 'WAITING', encoder: 'any' }, 0);
    for (const { state, encoder, count } of rows) segments.set({ state, encoder }, Number(count));
    const ages = rows.filter(({ state }) => state !== 'LEASED').map(({ age }) => Number(age));
    queueAge.set(Math.max(0, ...ages));
  }

  private measureSlots(): void {
    for (const [encoder, { total, free }] of Object.entries(this.dispatcher.pools)) {
      announcedSlots.set({ encoder, use: 'free' }, free);
      announcedSlots.set({ encoder, use: 'busy' }, total - free);
    }
  }
}
