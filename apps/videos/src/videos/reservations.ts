import { Injectable } from '@nestjs/common';
import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { CREDITS_RPC, type Video } from '#libs/contracts';
import { RpcClient } from '#libs/messaging';
import { Logger } from '#libs/runtime';
import { SegmentRow } from '../dispatch/segment.entity.js';
import { VideosConfig } from '../videos.config.js';
import type { VideoDraft } from './draft-video.js';
import { IDEMPOTENCY_KEY_LIFE_MS, type IdempotencyClaim } from './idempotency.js';
import { IdempotencyKeyRow } from './idempotency-key.entity.js';
import { toVideo } from './to-video.js';
import { VideoRow } from './video.entity.js';
import type { RepairPass } from '../dispatch/repair-pass.js';

/** What a reserved row is made of. */
export type Reservation = VideoDraft &
  Pick<VideoRow, 'id' | 'orgId' | 'templateId' | 'templateVersion' | 'publicKey' | 'createdAt' | 'updatedAt'> & {
    status: 'RESERVING';
  };

/**
 * A video between its request and its acceptance: first a row nobody sees, then the credits, then PROCESSING or nothing.
 * What a crash leaves in between is given up by {@link repair}.
 */
@Injectable()
export class Reservations implements RepairPass {
  readonly repairs = 'stale_reservations';

  constructor(
    private readonly em: EntityManager,
    private readonly rpc: RpcClient,
    private readonly config: VideosConfig,
    private readonly log: Logger,
  ) {}

  /** Inserts the row and takes the idempotency key, in one transaction; false when another request has the key. */
  async reserve(video: Reservation, claim: IdempotencyClaim | undefined): Promise<boolean> {
    return this.em.fork().transactional(async (tx) => {
      if (claim && !(await takeKey(tx, claim, video.id))) return false;
      await tx.insert(VideoRow, video);
      return true;
    });
  }

  /**
   * The credits are held: the video becomes visible and enters the queue, and its key answers from now on. Null when the
   * reservation was given up in the meantime.
   */
  async accept(videoId: string): Promise<Video | null> {
    return this.em.fork().transactional(async (tx) => {
      const video = await lockReserved(tx, videoId);
      if (!video) return null;
      const now = new Date();
      tx.assign(video, { status: 'PROCESSING', acceptedAt: now, updatedAt: now });
      await tx.insert(SegmentRow, {
        video: video.id,
        segment: 0,
        orgId: video.orgId,
        fromFrame: 0,
        toFrame: video.frameCount,
        state: 'WAITING',
        queuedAt: now,
      });
      const answer = toVideo(video, this.config);
      await tx.nativeUpdate(IdempotencyKeyRow, { videoId }, { answer });
      return answer;
    });
  }

  /** The credits were refused, so there is nothing to give back: row and key disappear. */
  async remove(videoId: string): Promise<void> {
    await this.em.fork().transactional(async (tx) => {
      if (!(await lockReserved(tx, videoId))) return;
      await tx.nativeDelete(IdempotencyKeyRow, { videoId });
      await tx.nativeDelete(VideoRow, { id: videoId });
    });
  }

  /**
   * Nobody knows whether the credits are held: the key is freed, the credits are released (a hold that comes later finds
   * the tombstone), then the row disappears. Safe to repeat and to be cut off anywhere.
   */
  async giveUp(videoId: string): Promise<void> {
    const isReleasing = await this.em.fork().transactional(async (tx) => {
      const video = await lockReserved(tx, videoId);
      if (video) {
        video.status = 'RELEASING';
        await tx.nativeDelete(IdempotencyKeyRow, { videoId });
      }
      return video !== null;
    });
    if (isReleasing) await this.release(videoId);
  }

  /** Gives up reservations that a crash or an outage left without an outcome. */
  async repair(): Promise<number> {
    const before = new Date(Date.now() - this.config.reservationTimeoutMs);
    const stale = await this.em
      .fork()
      .find(
        VideoRow,
        { status: { $in: ['RESERVING', 'RELEASING'] }, createdAt: { $lt: before } },
        { fields: ['id', 'status'], limit: 500 },
      );
    for (const { id, status } of stale) {
      await (status === 'RELEASING' ? this.release(id) : this.giveUp(id));
      this.log.info('reservation.given_up', { video_id: id });
    }
    return stale.length;
  }

  private async release(videoId: string): Promise<void> {
    const em = this.em.fork();
    const video = await em.findOne(VideoRow, { id: videoId, status: 'RELEASING' });
    if (!video) return;
    await this.rpc.call(CREDITS_RPC.release, { org_id: video.orgId, hold_id: videoId });
    await em.nativeDelete(VideoRow, { id: videoId, status: 'RELEASING' });
  }
}

async function lockReserved(tx: EntityManager, id: string): Promise<VideoRow | null> {
  return tx.findOne(VideoRow, { id, status: 'RESERVING' }, { lockMode: LockMode.PESSIMISTIC_WRITE });
}

/** A key older than its life is anybody's. */
async function takeKey(tx: EntityManager, claim: IdempotencyClaim, videoId: string): Promise<boolean> {
  const rows = await tx.execute(
    `INSERT INTO idempotency_keys AS held (org_id, key, body_sha256, video_id, created_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (org_id, key) DO UPDATE
       SET body_sha256 = excluded.body_sha256, video_id = excluded.video_id, answer = NULL, created_at = excluded.created_at
       WHERE held.created_at < ?
     RETURNING key`,
    [claim.orgId, claim.key, claim.bodySha256, videoId, new Date(), new Date(Date.now() - IDEMPOTENCY_KEY_LIFE_MS)],
  );
  return rows.length > 0;
}
