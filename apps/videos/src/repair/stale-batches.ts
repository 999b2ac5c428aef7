import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { BatchRow } from '../batches/batch.entity.js';
import { BatchReservations } from '../batches/batch-reservations.js';
import { VideosConfig } from '../videos.config.js';
import { repairEach, type RepairPass } from './repair-pass.js';

/** A batch is touched with each of its steps; the longest is holding its credits. */
const TIMEOUTS = 3;

/** Ends batches that were given up while they were accepted, and those that a crash left without an outcome. */
@Injectable()
export class StaleBatches implements RepairPass {
  readonly repairs = 'stale_batches';

  constructor(
    private readonly em: EntityManager,
    private readonly reservations: BatchReservations,
    private readonly config: VideosConfig,
  ) {}

  async repair(): Promise<number> {
    const before = new Date(Date.now() - TIMEOUTS * this.config.reservationTimeoutMs);
    const unfinished = await this.em
      .fork()
      .find(
        BatchRow,
        { $or: [{ status: 'RELEASING' }, { status: 'RESERVING', touchedAt: { $lt: before } }] },
        { fields: ['id'], limit: 10 },
      );
    return repairEach(unfinished, async ({ id }) => {
      await this.reservations.giveUp(id);
      return this.reservations.release(id);
    });
  }
}
