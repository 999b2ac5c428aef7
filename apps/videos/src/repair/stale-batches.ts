import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { BatchRow } from '../batches/batch.entity.js';
import { BatchReservations } from '../batches/batch-reservations.js';
import { VideosConfig } from '../videos.config.js';
import { repairEach, type RepairPass } from './repair-pass.js';

/**
 * Number of reservation timeouts after which a batch that was not touched is stale. Each step of its acceptance touches
 * it; the longest step is holding its credits.
 */
const TIMEOUTS = 3;
/** Number of batches read at once: few, because the removal of one with thousands of videos may take long. */
const AT_ONCE = 10;
/** Time after which a round takes up no further batches, ms, because passes that videos wait for come next. */
const LONGEST_MS = 3_000;

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
    const stopAtMs = performance.now() + LONGEST_MS;
    let removed = 0;
    let found: number;
    do {
      const unfinished = await this.find(before);
      found = unfinished.length;
      removed += await repairEach(unfinished, ({ id }) => this.end(id));
    } while (found === AT_ONCE && performance.now() < stopAtMs);
    return removed;
  }

  private find(before: Date): Promise<Pick<BatchRow, 'id'>[]> {
    const isStale = {
      $or: [{ status: 'RELEASING' as const }, { status: 'RESERVING' as const, touchedAt: { $lt: before } }],
    };
    return this.em.fork().find(BatchRow, isStale, { fields: ['id'], limit: AT_ONCE });
  }

  private async end(batchId: string): Promise<boolean> {
    await this.reservations.giveUp(batchId);
    return this.reservations.release(batchId);
  }
}
