import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { type LeaderLock, LeaderLocks } from '#libs/database';
import { Logger, Repeater } from '#libs/runtime';
import { addUpUsage } from './usage-days.js';

/** Readers read the changes since the last round one by one. */
const ROUND_MS = 5_000;

/** Adds the changes that a trigger writes to the days, on the one replica that leads. */
@Injectable()
export class UsageCounting implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly lock: LeaderLock;
  private readonly repeater: Repeater;

  constructor(
    private readonly em: EntityManager,
    locks: LeaderLocks,
    log: Logger,
  ) {
    this.lock = locks.lock('usage-days');
    this.repeater = new Repeater({
      run: async () => (await this.lock.isHeld()) && addUpUsage(this.em),
      intervalMs: ROUND_MS,
      onError: (error) => log.warn('usage_days.update_failed', { error }),
    });
  }

  onApplicationBootstrap(): void {
    this.repeater.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.repeater.stop();
  }
}
