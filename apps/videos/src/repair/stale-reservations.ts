import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { VideosConfig } from '../videos.config.js';
import { Reservations } from '../videos/reservations.js';
import { VideoRow } from '../videos/video.entity.js';
import { repairEach, type RepairPass } from './repair-pass.js';

/** Ends reservations that were given up, and those that a crash left without an outcome. */
@Injectable()
export class StaleReservations implements RepairPass {
  readonly repairs = 'stale_reservations';

  constructor(
    private readonly em: EntityManager,
    private readonly reservations: Reservations,
    private readonly config: VideosConfig,
  ) {}

  async repair(): Promise<number> {
    const before = new Date(Date.now() - this.config.reservationTimeoutMs);
    const unfinished = await this.em
      .fork()
      .find(
        VideoRow,
        { batchId: null, $or: [{ status: 'RELEASING' }, { status: 'RESERVING', createdAt: { $lt: before } }] },
        { fields: ['id'], limit: 500 },
      );
    return repairEach(unfinished, async ({ id }) => {
      await this.reservations.giveUp(id);
      return this.reservations.release(id);
    });
  }
}
