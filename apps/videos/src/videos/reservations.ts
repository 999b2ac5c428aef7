import { Injectable } from '@nestjs/common';
import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { CREDITS_RPC, type Video } from '#libs/contracts';
import { Batcher, PreparedStatements } from '#libs/database';
import { RpcClient } from '#libs/messaging';
import { Logger } from '#libs/runtime';
import { VideosConfig } from '../videos.config.js';
import { videosAccepted } from '../videos.metrics.js';
import type { FailedRow } from './corrections.js';
import { IDEMPOTENCY_KEY_LIFE_MS, type IdempotencyClaim } from './idempotency.js';
import { IdempotencyKeyRow } from './idempotency-key.entity.js';
import { ACCEPT_CORRECTION, ACCEPT_VIDEOS, FIELDS, RESERVE, type Reservation } from './reservation-statements.js';
import { toVideo } from './to-video.js';
import { VideoRow } from './video.entity.js';

/** Requests that share a statement; each may have a document of a megabyte. */
const MAX_BATCH = 32;

interface Claim {
  video: Reservation;
  claim: IdempotencyClaim | undefined;
}

interface Acceptance {
  id: string;
  acceptedAt: Date;
  response: Video;
}

/**
 * A video between its request and its acceptance: first a hidden row, then the credits, then PROCESSING or nothing. The
 * repair pass `StaleReservations` ends reservations that a crash left in between.
 */
@Injectable()
export class Reservations {
  private readonly claims = new Batcher((claims: readonly Claim[]) => this.reserveAll(claims), MAX_BATCH);
  private accepted: () => void = () => undefined;
  private readonly acceptances = new Batcher((videos: readonly Acceptance[]) => this.acceptAll(videos), MAX_BATCH);

  constructor(
    private readonly em: EntityManager,
    private readonly statements: PreparedStatements,
    private readonly rpc: RpcClient,
    private readonly config: VideosConfig,
    private readonly log: Logger,
  ) {}

  /** Sets what is called after each acceptance, when another step waits in the queue. */
  onAccepted(listener: () => void): void {
    this.accepted = listener;
  }

  /** Inserts the row and claims the idempotency key in one transaction; false if another request has the key. */
  reserve(video: Reservation, claim: IdempotencyClaim | undefined): Promise<boolean> {
    return this.claims.ask({ video, claim });
  }

  /**
   * Call it when the credits are held: the video becomes visible and enters the queue, and requests with its key receive the
   * stored response. Null if the reservation was given up in the meantime, or if the failed video has lost its place.
   *
   * @param failed the video whose place in its batch it takes; null if it takes none
   */
  async accept(video: Reservation, failed: FailedRow | null): Promise<Video | null> {
    const acceptedAt = new Date();
    const place = failed && { batchId: failed.batchId, batchRow: failed.batchRow };
    const row = { ...video, ...place, status: 'PROCESSING', updatedAt: acceptedAt, progress: 0 } as const;
    const acceptance = { id: video.id, acceptedAt, response: toVideo(row, this.config) };
    if (!(await (failed ? this.acceptCorrection(acceptance) : this.acceptances.ask(acceptance)))) return null;
    this.announce(1);
    this.log.info('video.accepted', { video_id: video.id, credits: video.credits, duration_s: video.durationS });
    return acceptance.response;
  }

  /** Call it when `videos` videos have entered the queue. */
  announce(videos: number): void {
    videosAccepted.inc({}, videos);
    this.accepted();
  }

  /** Call it when the credits were refused, so there is nothing to return: deletes row and key. */
  async remove(videoId: string): Promise<void> {
    await this.em.fork().transactional(async (tx) => {
      if (!(await lockReserved(tx, videoId))) return;
      await tx.nativeDelete(IdempotencyKeyRow, { videoId });
      await tx.nativeDelete(VideoRow, { id: videoId });
    });
  }

  /**
   * Frees the key of a video at once whose hold has an unknown outcome. {@link release} returns the credits and removes
   * the row, by a repair pass.
   */
  async giveUp(videoId: string): Promise<void> {
    await this.em.fork().transactional(async (tx) => {
      const video = await lockReserved(tx, videoId);
      if (!video) return;
      video.status = 'RELEASING';
      await tx.nativeDelete(IdempotencyKeyRow, { videoId });
    });
  }

  /**
   * Returns the credits of a reservation that was given up, then removes its row. The release is recorded first, so
   * that a late hold finds it; after a crash in between, the row is still there for the repair pass.
   *
   * @returns whether there was one
   */
  async release(videoId: string): Promise<boolean> {
    const em = this.em.fork();
    const video = await em.findOne(VideoRow, { id: videoId, status: 'RELEASING' });
    if (!video) return false;
    await this.rpc.call(CREDITS_RPC.release, { org_id: video.orgId, hold_id: videoId });
    await em.nativeDelete(VideoRow, { id: videoId, status: 'RELEASING' });
    this.log.info('reservation.given_up', { video_id: videoId });
    return true;
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

  private async acceptCorrection({ id, acceptedAt, response }: Acceptance): Promise<boolean> {
    const accepted = await this.statements.run(ACCEPT_CORRECTION, [id, acceptedAt, JSON.stringify(response)]);
    return accepted.length > 0;
  }

  private async acceptAll(videos: readonly Acceptance[]): Promise<boolean[]> {
    const ids = videos.map(({ id }) => id);
    const times = videos.map(({ acceptedAt }) => acceptedAt);
    const responses = videos.map(({ response }) => response);
    return areAmong(await this.statements.run<{ id: string }>(ACCEPT_VIDEOS, [ids, times, responses]), ids);
  }
}

async function lockReserved(tx: EntityManager, id: string): Promise<VideoRow | null> {
  return tx.findOne(VideoRow, { id, status: 'RESERVING' }, { lockMode: LockMode.PESSIMISTIC_WRITE });
}

function areAmong(rows: readonly { id: string }[], ids: readonly string[]): boolean[] {
  const found = new Set(rows.map(({ id }) => id));
  return ids.map((id) => found.has(id));
}
