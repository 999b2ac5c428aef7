import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { LeaderLocks } from '#libs/database';
import { RepeatedWork } from '#libs/runtime';
import { addUpVideoChanges } from './video-counts.js';

/** Pause between two rounds, ms. Lists read the changes since the last round one by one. */
const ROUND_MS = 5_000;

/** Adds the changes, which triggers write, to the totals, on the one replica that leads. */
@Injectable()
export class VideoCounting {
  constructor(em: EntityManager, locks: LeaderLocks, work: RepeatedWork) {
    const lock = locks.lock('video-counts');
    work.repeat(async () => (await lock.isHeld()) && addUpVideoChanges(em), ROUND_MS, 'video_counts.update_failed');
  }
}
