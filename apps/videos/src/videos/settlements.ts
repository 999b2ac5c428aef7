import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { CREDITS_RPC, type OpenHold } from '#libs/contracts';
import { RpcClient } from '#libs/messaging';
import { Logger } from '#libs/runtime';
import { settlementOf } from './video-status.js';
import { VideoRow } from './video.entity.js';
import { repairEach } from '../dispatch/repair-each.js';
import type { RepairPass } from '../dispatch/repair-pass.js';

/** Holds younger than this are settled by the video's own event, s. */
const SETTLED_BY_EVENT_S = 60;
const BATCH = 1_000;

/**
 * The net under the events: gives every hold of a video that has ended, or never came to be, its outcome. Every round looks
 * at one batch, where the one before stopped, so that a thousand videos in work never hide a hold behind them.
 */
@Injectable()
export class Settlements implements RepairPass {
  readonly repairs = 'open_holds';
  private lastSeen: string | undefined;

  constructor(
    private readonly em: EntityManager,
    private readonly rpc: RpcClient,
    private readonly log: Logger,
  ) {}

  async repair(): Promise<number> {
    const holds = await this.rpc.call(CREDITS_RPC.openHolds, {
      older_than_s: SETTLED_BY_EVENT_S,
      limit: BATCH,
      ...(this.lastSeen !== undefined && { after: this.lastSeen }),
    });
    this.lastSeen = holds.length === BATCH ? holds.at(-1)!.hold_id : undefined;
    const videos = await this.em
      .fork()
      .find(VideoRow, { id: { $in: holds.map((hold) => hold.hold_id) } }, { fields: ['id', 'status'] });
    const statuses = new Map(videos.map(({ id, status }) => [id, status]));
    return repairEach(holds, async (hold) => {
      const settlement = settlementOf(statuses.get(hold.hold_id));
      if (settlement !== 'keep') await this.settle(hold, settlement);
      return settlement !== 'keep';
    });
  }

  private async settle({ org_id, hold_id, amount }: OpenHold, settlement: 'capture' | 'release'): Promise<void> {
    await this.rpc.call(CREDITS_RPC[settlement], { org_id, hold_id });
    this.log.warn('hold.settled_late', { org_id, video_id: hold_id, amount, settlement });
  }
}
