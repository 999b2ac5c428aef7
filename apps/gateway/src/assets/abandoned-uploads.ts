import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Logger, Repeater } from '#libs/runtime';
import { Assets } from './assets.service.js';

/** An upload is over after a minute: the server waits no longer for a request. */
const ABANDONED_MS = 60 * 60_000;
const SWEEP_INTERVAL_MS = 15 * 60_000;
const BATCH = 100;

/**
 * Removes the leftovers of uploads that ended with their gateway. Every gateway does so: removing one twice is
 * harmless.
 */
@Injectable()
export class AbandonedUploads implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly repeater: Repeater;

  constructor(
    private readonly assets: Assets,
    log: Logger,
  ) {
    this.repeater = new Repeater({
      run: () => this.sweep(new Date()),
      intervalMs: SWEEP_INTERVAL_MS,
      onError: (error) => log.warn('media.sweep_failed', { error }),
    });
  }

  onApplicationBootstrap(): void {
    this.repeater.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.repeater.stop();
  }

  /** Removes uploads that began an hour before `now` and have not ended. @returns whether there may be more */
  async sweep(now: Date): Promise<boolean> {
    const abandoned = await this.assets.abandoned(new Date(now.getTime() - ABANDONED_MS), BATCH);
    for (const file of abandoned) await this.assets.drop(file);
    return abandoned.length === BATCH;
  }
}
