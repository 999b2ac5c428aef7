import { Injectable } from '@nestjs/common';
import { RepeatedWork } from '#libs/runtime';
import { Assets } from './assets.service.js';

/** Age from which an unfinished upload is abandoned, ms. The server waits for a request for a minute at most. */
const ABANDONED_MS = 60 * 60_000;
const SWEEP_INTERVAL_MS = 15 * 60_000;
const BATCH = 100;

/**
 * Removes the leftovers of uploads that ended with their gateway. Every gateway does so: removing one twice is
 * harmless.
 */
@Injectable()
export class AbandonedUploads {
  constructor(
    private readonly assets: Assets,
    work: RepeatedWork,
  ) {
    work.repeat(() => this.sweep(new Date()), SWEEP_INTERVAL_MS, 'media.sweep_failed');
  }

  /** Removes uploads that began an hour before `now` and have not ended. @returns whether there may be more */
  async sweep(now: Date): Promise<boolean> {
    const abandoned = await this.assets.abandoned(new Date(now.getTime() - ABANDONED_MS), BATCH);
    for (const file of abandoned) await this.assets.drop(file);
    return abandoned.length === BATCH;
  }
}
