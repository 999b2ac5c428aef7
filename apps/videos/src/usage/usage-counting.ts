import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { LeaderLocks } from '#libs/database';
import { RepeatedWork } from '#libs/runtime';
import { addUpUsage } from './usage-days.js';

/** Pause between two rounds, ms. Readers read the changes since the last round one by one. */
const ROUND_MS = 5_000;

/** Adds the changes, which a trigger writes, to the totals of the days, on the one replica that leads. */
@Injectable()
export class UsageCounting {
  constructor(em: EntityManager, locks: LeaderLocks, work: RepeatedWork) {
    const lock = locks.lock('usage-days');
    work.repeat(async () => (await lock.isHeld()) && addUpUsage(em), ROUND_MS, 'usage_days.update_failed');
  }
}
