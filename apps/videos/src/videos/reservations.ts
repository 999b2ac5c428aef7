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
import { repairEach } from '../dispatch/repair-each.js';
import type { RepairPass } from '../dispatch/repair-pass.js';

/** What a reserved row is made of. */
export type Reservation = VideoDraft &
  Pick<
    VideoRow,
    'id' | 'orgId' | 'templateId' | 'templateVersion' | 'publicKey' | 'traceHeaders' | 'createdAt' | 'updatedAt'
  > & {
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
    const answer = await this.em.fork().transactional(async (tx) => {
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
      const shown = toVideo(video, this.config);
      await tx.nativeUpdate(IdempotencyKeyRow, { videoId }, { answer: shown });
      return shown;
    });
    if (answer)
      this.log.info('video.accepted', { video_id: videoId, credits: answer.credits, duration_s: answer.duration });
    return answer;
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
   * Nobody knows whether the credits are held: the key is freed at once, {@link repair} returns the credits and removes
   * the row.
   */
  async giveUp(videoId: string): Promise<void> {
    await this.em.fork().transactional(async (tx) => {
      const video = await lockReserved(tx, videoId);
      if (!video) return;
      video.status = 'RELEASING';
      await tx.nativeDelete(IdempotencyKeyRow, { videoId });
    });
  }

  /** Ends reservations that were given up, and those that a crash left without an outcome. */
  async repair(): Promise<number> {
    const before = new Date(Date.now() - this.config.reservationTimeoutMs);
    const unfinished = await this.em
      .fork()
      .find(
        VideoRow,
        { $or: [{ status: 'RELEASING' }, { status: 'RESERVING', createdAt: { $lt: before } }] },
        { fields: ['id'], limit: 500 },
      );
    return repairEach(unfinished, async ({ id }) => {
      await this.giveUp(id);
      return this.release(id);
    });
  }

  /** Credits before row: a hold that comes later finds its release, and a crash in between finds the row. */
  private async release(videoId: string): Promise<boolean> {
    const em = this.em.fork();
    const video = await em.findOne(VideoRow, { id: videoId, status: 'RELEASING' });
    if (!video) return false;
    await this.rpc.call(CREDITS_RPC.release, { org_id: video.orgId, hold_id: videoId });
    await em.nativeDelete(VideoRow, { id: videoId, status: 'RELEASING' });
    this.log.info('reservation.given_up', { video_id: videoId });
    return true;
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
