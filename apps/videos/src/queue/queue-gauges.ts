import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Metrics } from '#libs/runtime';
import { announcedSlots, queueAge, queueCost, queuedSteps } from '../videos.metrics.js';
import { Dispatcher } from './dispatcher.js';
import type { StepState } from '../videos/step.entity.js';

interface QueueRow {
  state: StepState;
  encoder: string;
  count: string;
  age: string;
  cost_ms: number;
}

/** The states of a step that is not yet rendered. */
const QUEUED = ['WAITING', 'DISPATCHED', 'LEASED'] as const;

/**
 * Gauges of the queue, equal in every replica, because PostgreSQL is the queue. KEDA reads the same rows
 * (helm/framewright, scaledobjects.yaml).
 */
@Injectable()
export class QueueGauges implements OnApplicationBootstrap {
  constructor(
    private readonly em: EntityManager,
    private readonly dispatcher: Dispatcher,
    private readonly metrics: Metrics,
  ) {}

  onApplicationBootstrap(): void {
    this.metrics.beforeScrape([queuedSteps, queueAge, queueCost], () => this.measureQueue());
    this.metrics.beforeScrape([announcedSlots], () => this.measureSlots());
  }

  private async measureQueue(): Promise<void> {
    const rows = await this.em.fork().execute<QueueRow[]>(
      `SELECT state, CASE state WHEN 'WAITING' THEN 'any' ELSE coalesce(encoder, 'software') END AS encoder, count(*),
              extract(epoch FROM now() - min(queued_at)) AS age, sum(cost_ms)::float8 AS cost_ms
         FROM segments WHERE state IN ('WAITING', 'DISPATCHED', 'LEASED') GROUP BY 1, 2`,
    );
    queuedSteps.set({ state: 'WAITING', encoder: 'any' }, 0);
    for (const { state, encoder, count } of rows) queuedSteps.set({ state, encoder }, Number(count));
    const costs = Map.groupBy(rows, ({ state }) => state);
    for (const state of QUEUED) {
      const ms = (costs.get(state) ?? []).reduce((sum, { cost_ms }) => sum + cost_ms, 0);
      queueCost.set({ state }, ms / 1_000);
    }
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
