import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { type LeaderLock, LeaderLocks } from '#libs/database';
import { Logger, Repeater } from '#libs/runtime';
import { addUpChanges } from './video-counts.js';

/** Pause between two rounds, ms. Lists read the changes since the last round one by one. */
const ROUND_MS = 5_000;

/** Adds the changes that triggers write to the totals, on the one replica that leads. */
@Injectable()
export class VideoCounting implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly lock: LeaderLock;
  private readonly repeater: Repeater;

  constructor(
    private readonly em: EntityManager,
    locks: LeaderLocks,
    log: Logger,
  ) {
    this.lock = locks.lock('video-counts');
    this.repeater = new Repeater({
      run: async () => (await this.lock.isHeld()) && addUpChanges(this.em),
      intervalMs: ROUND_MS,
      onError: (error) => log.warn('video_counts.update_failed', { error }),
    });
  }

  onApplicationBootstrap(): void {
    this.repeater.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.repeater.stop();
  }
}
