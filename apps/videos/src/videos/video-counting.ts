import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { type LeaderLock, LeaderLocks } from '#libs/database';
import { Logger, Repeater } from '#libs/runtime';
import { addUpChanges } from './video-counts.js';

/** What changes within it is read one by one by each list. */
const ROUND_MS = 5_000;

/** Keeps the numbers of videos short: one replica leads and adds up what triggers have written. */
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
