import { Injectable } from '@nestjs/common';
import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { CREDITS_RPC, type Video } from '#libs/contracts';
import { type PreparedStatement, PreparedStatements } from '#libs/database';
import { RpcClient } from '#libs/messaging';
import { Logger } from '#libs/runtime';
import { VideosConfig } from '../videos.config.js';
import { videosAccepted } from '../videos.metrics.js';
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

const COLUMNS = {
  id: 'id',
  orgId: 'org_id',
  status: 'status',
  templateId: 'template_id',
  templateVersion: 'template_version',
  publicKey: 'public_key',
  traceHeaders: 'trace_headers',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  format: 'format',
  fps: 'fps',
  width: 'width',
  height: 'height',
  frameCount: 'frame_count',
  durationS: 'duration_s',
  credits: 'credits',
  test: 'test',
  document: 'document',
  audioUrl: 'audio_url',
  metadata: 'metadata',
} as const satisfies Record<keyof Reservation, string>;
const FIELDS = Object.keys(COLUMNS) as (keyof Reservation)[];

/**
 * The row and its key at once; no row comes back when another request has the key. A key older than its life is
 * anybody's.
 */
const RESERVE: PreparedStatement = {
  name: 'reserve',
  text: `
  WITH claimed AS (
    INSERT INTO idempotency_keys AS held (org_id, key, body_sha256, video_id, created_at)
    SELECT $2::uuid, $${FIELDS.length + 1}::text, $${FIELDS.length + 2}::text, $1::uuid, clock_timestamp()
     WHERE $${FIELDS.length + 1}::text IS NOT NULL
    ON CONFLICT (org_id, key) DO UPDATE
      SET body_sha256 = excluded.body_sha256, video_id = excluded.video_id, answer = NULL, created_at = excluded.created_at
      WHERE held.created_at < $${FIELDS.length + 3}::timestamptz
    RETURNING key
  )
  INSERT INTO videos (${Object.values(COLUMNS).join(', ')})
  SELECT ${FIELDS.map((_, index) => `$${index + 1}`).join(', ')}
   WHERE $${FIELDS.length + 1}::text IS NULL OR EXISTS (SELECT FROM claimed)
  RETURNING id`,
};

/** The video becomes visible, its work waits, its key answers. */
const ACCEPT: PreparedStatement = {
  name: 'accept',
  text: `
  WITH video AS (
    UPDATE videos SET status = 'PROCESSING', accepted_at = $2, updated_at = $2 WHERE id = $1 AND status = 'RESERVING'
    RETURNING id, org_id, frame_count
  ), queued AS (
    INSERT INTO segments (video_id, segment, org_id, from_frame, to_frame, state, queued_at)
    SELECT id, 0, org_id, 0, frame_count, 'WAITING', $2 FROM video
  ), answered AS (
    UPDATE idempotency_keys SET answer = $3 FROM video WHERE video_id = video.id
  )
  SELECT id FROM video`,
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
    private readonly statements: PreparedStatements,
    private readonly rpc: RpcClient,
    private readonly config: VideosConfig,
    private readonly log: Logger,
  ) {}

  /** Inserts the row and takes the idempotency key, in one transaction; false when another request has the key. */
  async reserve(video: Reservation, claim: IdempotencyClaim | undefined): Promise<boolean> {
    const oldest = new Date(Date.now() - IDEMPOTENCY_KEY_LIFE_MS);
    const values = [...FIELDS.map((field) => video[field]), claim?.key ?? null, claim?.bodySha256 ?? null, oldest];
    return (await this.statements.run(RESERVE, values)).length > 0;
  }

  /**
   * The credits are held: the video becomes visible and enters the queue, and its key answers from now on. Null when the
   * reservation was given up in the meantime.
   */
  async accept(video: Reservation): Promise<Video | null> {
    const now = new Date();
    const shown = toVideo({ ...video, status: 'PROCESSING', updatedAt: now, progress: 0 }, this.config);
    const accepted = await this.statements.run(ACCEPT, [video.id, now, shown]);
    if (accepted.length === 0) return null;
    videosAccepted.inc();
    this.log.info('video.accepted', { video_id: video.id, credits: video.credits, duration_s: video.durationS });
    return shown;
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
