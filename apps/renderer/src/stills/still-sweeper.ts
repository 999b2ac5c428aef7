import { Injectable } from '@nestjs/common';
import { STILL_LIFE_MS } from '#libs/contracts';
import { RepeatedWork } from '#libs/runtime';
import { ObjectStore } from '#libs/storage';

/** Prefix of the storage keys of stills. */
export const STILLS_PREFIX = 'stills/';

const SWEEP_INTERVAL_MS = 15 * 60_000;

/** Removes expired stills from storage. Every renderer does so: removing one twice is harmless. */
@Injectable()
export class StillSweeper {
  constructor(
    private readonly store: ObjectStore,
    work: RepeatedWork,
  ) {
    work.repeat(() => this.sweep(new Date()), SWEEP_INTERVAL_MS, 'stills.sweep_failed');
  }

  /** Removes stills older than {@link STILL_LIFE_MS} at `now`. */
  async sweep(now: Date): Promise<void> {
    for await (const { key, modifiedAt } of this.store.list(STILLS_PREFIX)) {
      if (now.getTime() - modifiedAt.getTime() > STILL_LIFE_MS) await this.store.delete(key);
    }
  }
}
