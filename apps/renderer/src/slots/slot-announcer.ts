import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { RENDER_SLOTS, SLOTS_INTERVAL_MS } from '#libs/contracts';
import { LivePublisher } from '#libs/messaging';
import { Metrics, release, RepeatedWork, type Repeater } from '#libs/runtime';
import { rendererSlots } from '../renderer.metrics.js';
import { SlotPool } from './slot-pool.js';

/** Announces the free slots of this renderer: every 2 s, at every change, and when it stops. */
@Injectable()
export class SlotAnnouncer implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly repeater: Repeater;
  private readonly version = release();

  constructor(
    private readonly pool: SlotPool,
    private readonly live: LivePublisher,
    private readonly metrics: Metrics,
    work: RepeatedWork,
  ) {
    const run = () => this.announce(this.pool.total, this.pool.free);
    this.repeater = work.repeat(run, SLOTS_INTERVAL_MS, 'slots.announce_failed');
  }

  onApplicationBootstrap(): void {
    this.pool.onChange = () => this.repeater.kick();
    this.metrics.beforeScrape([rendererSlots], () => {
      rendererSlots.set({ use: 'free' }, this.pool.free);
      rendererSlots.set({ use: 'busy' }, this.pool.total - this.pool.free);
    });
  }

  async onModuleDestroy(): Promise<void> {
    await this.repeater.stop();
    this.announce(0, 0);
  }

  private announce(total: number, free: number): void {
    this.live.publish(RENDER_SLOTS, { ...this.pool.identity, total, free, takes_steps: true, version: this.version });
  }
}
