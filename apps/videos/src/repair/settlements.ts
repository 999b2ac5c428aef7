import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { CREDITS_RPC, type OpenHold } from '#libs/contracts';
import { RpcClient } from '#libs/messaging';
import { Logger } from '#libs/runtime';
import { SettlementProgressRow } from './settlement-progress.entity.js';
import { settlementOf } from '../videos/video-status.js';
import { VideoRow } from '../videos/video.entity.js';
import { repairEach, type RepairPass } from './repair-pass.js';

/** Age up to which holds are left to the event of their video, s. */
const SETTLED_BY_EVENT_S = 60;
/**
 * Age at which a video counts as settled after a pass over all holds, ms: twice the other, because the clocks of two
 * services differ.
 */
const NOTED_AFTER_MS = 2_000 * SETTLED_BY_EVENT_S;
const BATCH = 1_000;

/**
 * Settles holds whose event was lost: of videos that have ended and of reservations that came to nothing. Every round reads
 * one batch and continues where the one before stopped, so that a thousand videos in progress never hide a hold.
 */
@Injectable()
export class Settlements implements RepairPass {
  readonly repairs = 'open_holds';
  private lastSeen: string | undefined;
  /** Time at which the current pass over all holds began; undefined once one of them could not be settled. */
  private walkBegan: Date | undefined;

  constructor(
    private readonly em: EntityManager,
    private readonly rpc: RpcClient,
    private readonly log: Logger,
  ) {}

  async repair(): Promise<number> {
    if (this.lastSeen === undefined) this.walkBegan = new Date();
    try {
      const settled = await this.settleBatch();
      if (this.lastSeen === undefined && this.walkBegan) await this.note(this.walkBegan);
      return settled;
    } catch (error) {
      this.walkBegan = undefined;
      throw error;
    }
  }

  /**
   * Notes that videos that ended a while before the pass have no open hold left, because the pass has seen every older
   * hold.
   */
  private async note(walkBegan: Date): Promise<void> {
    const endedBefore = new Date(walkBegan.getTime() - NOTED_AFTER_MS);
    await this.em.fork().upsert(SettlementProgressRow, { id: 1, endedBefore });
  }

  private async settleBatch(): Promise<number> {
    const holds = await this.rpc.call(CREDITS_RPC.openHolds, {
      older_than_s: SETTLED_BY_EVENT_S,
      limit: BATCH,
      ...(this.lastSeen !== undefined && { after: this.lastSeen }),
    });
    this.lastSeen = holds.length === BATCH ? holds.at(-1)!.hold_id : undefined;
    const videos = await this.em
      .fork()
      .find(VideoRow, { id: { $in: holds.map((hold) => hold.hold_id) } }, { fields: ['id', 'status', 'fileSize'] });
    const byId = new Map(videos.map((video) => [video.id, video]));
    return repairEach(holds, async (hold) => {
      const settlement = settlementOf(byId.get(hold.hold_id));
      if (settlement !== 'keep') await this.settle(hold, settlement);
      return settlement !== 'keep';
    });
  }

  private async settle({ org_id, hold_id, amount }: OpenHold, settlement: 'capture' | 'release'): Promise<void> {
    await this.rpc.call(CREDITS_RPC[settlement], { org_id, hold_id });
    this.log.warn('hold.settled_late', { org_id, video_id: hold_id, amount, settlement });
  }
}
