import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { CREDITS_RPC, type OpenHold } from '#libs/contracts';
import { RpcClient } from '#libs/messaging';
import { Logger } from '#libs/runtime';
import { SettlementProgressRow } from './settlement-progress.entity.js';
import { settlementOf } from '../videos/video-status.js';
import { VideoRow } from '../videos/video.entity.js';
import { repairEach, type RepairPass } from './repair-pass.js';

/** Holds younger than this are settled by the video's own event, s. */
const SETTLED_BY_EVENT_S = 60;
/** Twice that: the clocks of two services differ. */
const NOTED_AFTER_MS = 2_000 * SETTLED_BY_EVENT_S;
const BATCH = 1_000;

/**
 * The net under the events: gives every hold of a video that has ended, or never came to be, its outcome. Every round looks
 * at one batch, where the one before stopped, so that a thousand videos in work never hide a hold behind them.
 */
@Injectable()
export class Settlements implements RepairPass {
  readonly repairs = 'open_holds';
  private lastSeen: string | undefined;
  /** Of the walk through all holds that is under way; undefined once a hold of it could not be settled. */
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

  /** Every hold older than a minute has been seen: whoever ended before that has none left. */
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
