import { Injectable } from '@nestjs/common';
import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { CREDITS_RPC, type Video } from '#libs/contracts';
import { Batcher, type PreparedStatement, PreparedStatements } from '#libs/database';
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

/** A field's column, and the column's type. */
const COLUMNS = {
  id: ['id', 'uuid'],
  orgId: ['org_id', 'uuid'],
  status: ['status', 'text'],
  templateId: ['template_id', 'uuid'],
  templateVersion: ['template_version', 'int'],
  publicKey: ['public_key', 'text'],
  traceHeaders: ['trace_headers', 'jsonb'],
  createdAt: ['created_at', 'timestamptz'],
  updatedAt: ['updated_at', 'timestamptz'],
  format: ['format', 'text'],
  fps: ['fps', 'int'],
  width: ['width', 'int'],
  height: ['height', 'int'],
  frameCount: ['frame_count', 'int'],
  durationS: ['duration_s', 'float8'],
  credits: ['credits', 'int'],
  test: ['test', 'boolean'],
  document: ['document', 'json'],
  audioUrl: ['audio_url', 'text'],
  metadata: ['metadata', 'text'],
} as const satisfies Record<keyof Reservation, readonly [name: string, type: string]>;
const FIELDS = Object.keys(COLUMNS) as (keyof Reservation)[];
const NAMES = Object.values(COLUMNS).map(([name]) => name);
const ARRAYS = Object.values(COLUMNS).map(([, type], index) => `$${index + 1}::${type}[]`);
const [KEY, SHA, OLDEST] = [1, 2, 3].map((place) => `$${FIELDS.length + place}`);

/**
 * Rows and their keys at once; no row comes back where another request has the key. A key older than its life is
 * anybody's. Keys are taken in one order, so that batches of several processes cannot deadlock.
 */
const RESERVE: PreparedStatement = {
  name: 'reserve',
  text: `
  WITH asked AS (
    SELECT * FROM unnest(${ARRAYS.join(', ')}, ${KEY}::text[], ${SHA}::text[])
                  AS asked (${NAMES.join(', ')}, key, body_sha256)
  ), claimed AS (
    INSERT INTO idempotency_keys AS held (org_id, key, body_sha256, video_id, created_at)
    SELECT DISTINCT ON (org_id, key) org_id, key, body_sha256, id, clock_timestamp()
      FROM asked WHERE key IS NOT NULL ORDER BY org_id, key
    ON CONFLICT (org_id, key) DO UPDATE
      SET body_sha256 = excluded.body_sha256, video_id = excluded.video_id, answer = NULL, created_at = excluded.created_at
      WHERE held.created_at < ${OLDEST}::timestamptz
    RETURNING video_id
  )
  INSERT INTO videos (${NAMES.join(', ')})
  SELECT ${NAMES.join(', ')} FROM asked WHERE key IS NULL OR id IN (SELECT video_id FROM claimed)
  RETURNING id`,
};

/** The videos become visible, their work waits, their keys answer. */
const ACCEPT: PreparedStatement = {
  name: 'accept',
  text: `
  WITH asked AS (
    SELECT * FROM unnest($1::uuid[], $2::timestamptz[], $3::json[]) AS asked (id, accepted_at, answer)
  ), video AS (
    UPDATE videos SET status = 'PROCESSING', accepted_at = asked.accepted_at, updated_at = asked.accepted_at
      FROM asked WHERE videos.id = asked.id AND status = 'RESERVING'
    RETURNING videos.id, org_id, frame_count, asked.accepted_at, answer
  ), queued AS (
    INSERT INTO segments (video_id, segment, org_id, from_frame, to_frame, state, queued_at)
    SELECT id, 0, org_id, 0, frame_count, 'WAITING', accepted_at FROM video
  ), answered AS (
    UPDATE idempotency_keys SET answer = video.answer FROM video WHERE video_id = video.id
  )
  SELECT id FROM video`,
};

/** Requests that share a statement; each may bring a document of a megabyte. */
const MAX_BATCH = 32;

interface Claim {
  video: Reservation;
  claim: IdempotencyClaim | undefined;
}

interface Acceptance {
  id: string;
  acceptedAt: Date;
  answer: Video;
}

/**
 * A video between its request and its acceptance: first a row nobody sees, then the credits, then PROCESSING or nothing.
 * What a crash leaves in between is given up by {@link repair}.
 */
@Injectable()
export class Reservations implements RepairPass {
  readonly repairs = 'stale_reservations';
  private readonly claims = new Batcher((claims: readonly Claim[]) => this.reserveAll(claims), MAX_BATCH);
  private readonly acceptances = new Batcher((videos: readonly Acceptance[]) => this.acceptAll(videos), MAX_BATCH);

  constructor(
    private readonly em: EntityManager,
    private readonly statements: PreparedStatements,
    private readonly rpc: RpcClient,
    private readonly config: VideosConfig,
    private readonly log: Logger,
  ) {}

  /** Inserts the row and takes the idempotency key, in one transaction; false when another request has the key. */
  reserve(video: Reservation, claim: IdempotencyClaim | undefined): Promise<boolean> {
    return this.claims.ask({ video, claim });
  }

  /**
   * The credits are held: the video becomes visible and enters the queue, and its key answers from now on. Null when the
   * reservation was given up in the meantime.
   */
  async accept(video: Reservation): Promise<Video | null> {
    const acceptedAt = new Date();
    const answer = toVideo({ ...video, status: 'PROCESSING', updatedAt: acceptedAt, progress: 0 }, this.config);
    if (!(await this.acceptances.ask({ id: video.id, acceptedAt, answer }))) return null;
    videosAccepted.inc();
    this.log.info('video.accepted', { video_id: video.id, credits: video.credits, duration_s: video.durationS });
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

  private async reserveAll(claims: readonly Claim[]): Promise<boolean[]> {
    const reserved = await this.statements.run<{ id: string }>(RESERVE, [
      ...FIELDS.map((field) => claims.map(({ video }) => video[field])),
      claims.map(({ claim }) => claim?.key ?? null),
      claims.map(({ claim }) => claim?.bodySha256 ?? null),
      new Date(Date.now() - IDEMPOTENCY_KEY_LIFE_MS),
    ]);
    return areAmong(
      reserved,
      claims.map(({ video }) => video.id),
    );
  }

  private async acceptAll(videos: readonly Acceptance[]): Promise<boolean[]> {
    const ids = videos.map(({ id }) => id);
    const times = videos.map(({ acceptedAt }) => acceptedAt);
    const answers = videos.map(({ answer }) => answer);
    return areAmong(await this.statements.run<{ id: string }>(ACCEPT, [ids, times, answers]), ids);
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

function areAmong(rows: readonly { id: string }[], ids: readonly string[]): boolean[] {
  const found = new Set(rows.map(({ id }) => id));
  return ids.map((id) => found.has(id));
}
