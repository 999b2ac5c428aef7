import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import {
  AppError,
  type CorrectVideo,
  type CreatedVideo,
  type CreateVideo,
  CREDITS_RPC,
  type HoldReply,
  shortageOf,
  type Spender,
  type Video,
} from '#libs/contracts';
import { RpcClient } from '#libs/messaging';
import { currentTraceHeaders } from '#libs/runtime';
import { Corrections, type FailedRow, refuseOtherKind } from './corrections.js';
import { claimOf, Idempotency } from './idempotency.js';
import type { Reservation } from './reservation-statements.js';
import { Reservations } from './reservations.js';
import { newPublicKey } from './storage-keys.js';
import { UnfinishedTests } from './unfinished-tests.js';
import { VideoDrafts } from './video-drafts.js';

/**
 * Time for which a hold without a reply is repeated, ms; the gateway waits for longer than this and the last timeout
 * together.
 */
const HOLD_PATIENCE_MS = 6_000;
const HOLD_PAUSE_MS = 250;
/** Seconds after which a client may repeat a request that failed by an outage. */
const RETRY_AFTER_S = 5;

/**
 * Accepts videos. Nothing is visible or charged until the credits are held: a reserved row first, then the hold under the
 * video's own id, then the queue.
 */
@Injectable()
export class CreateVideoService {
  constructor(
    private readonly idempotency: Idempotency,
    private readonly drafts: VideoDrafts,
    private readonly tests: UnfinishedTests,
    private readonly reservations: Reservations,
    private readonly corrections: Corrections,
    private readonly rpc: RpcClient,
  ) {}

  /**
   * @param request in one size
   * @throws AppError VALIDATION_ERROR, RESOURCE_NOT_FOUND (template), INSUFFICIENT_CREDITS, RATE_LIMIT_EXCEEDED (test videos);
   * INTERNAL_SERVER_ERROR while the credits service is unreachable, and then nothing was created
   */
  create(request: CreateVideo): Promise<CreatedVideo> {
    return this.order(request);
  }

  /**
   * Accepts a video in the place of a failed one of a batch.
   *
   * @throws AppError as {@link create}; RESOURCE_NOT_FOUND for the failed video, CONFLICT if it may not be replaced
   */
  correct({ replaces, ...request }: CorrectVideo): Promise<CreatedVideo> {
    // The same body may also be sent to create a video, or to correct another one.
    const body_sha256 = createHash('sha256').update(`correct ${replaces} ${request.body_sha256}`).digest('hex');
    return this.order({ ...request, body_sha256 }, replaces);
  }

  private async order(request: CreateVideo, replaces?: string): Promise<CreatedVideo> {
    const claim = claimOf(request);
    for (;;) {
      const earlier = claim && (await this.idempotency.earlierResponse(claim));
      if (earlier) return { video: earlier, replayed: true };
      const failed = replaces === undefined ? null : await this.corrections.find(request.org_id, replaces);
      const reservation = await this.prepare(request, failed);
      const { spender } = request;
      if (await this.tests.admit(reservation, () => this.reservations.reserve(reservation, claim))) {
        return { video: await this.pay(reservation, failed, spender), replayed: false };
      }
      // Another request took the key in the meantime: both share its outcome.
    }
  }

  private async prepare(request: CreateVideo, failed: FailedRow | null): Promise<Reservation> {
    const { org_id, creator } = request;
    const fixed = failed && { version: failed.templateVersion, size: failed.size, test: failed.test };
    const drafted = await this.drafts.draft(org_id, { ...fixed, ...request.body }, 'create');
    if (failed) refuseOtherKind(failed, drafted);
    const { templateId, templateVersion, videos } = drafted;
    const [{ draft }] = videos;
    const videoId = randomUUID();
    const now = new Date();
    return {
      ...draft,
      id: videoId,
      orgId: org_id,
      templateId,
      templateVersion,
      publicKey: newPublicKey(videoId, draft.format),
      status: 'RESERVING',
      traceHeaders: currentTraceHeaders(),
      createdAt: now,
      updatedAt: now,
      batchId: null,
      batchRow: null,
      cells: null,
      replaces: failed?.id ?? null,
      creatorType: creator?.type ?? null,
      creatorId: creator?.id ?? null,
    };
  }

  private async pay(reservation: Reservation, failed: FailedRow | null, spender?: Spender): Promise<Video> {
    const { id } = reservation;
    const reply = await this.hold(reservation, spender).catch(async (error: unknown) => {
      await this.reservations.giveUp(id);
      throw error;
    });
    if ('required' in reply) {
      await this.reservations.remove(id);
      throw new AppError('INSUFFICIENT_CREDITS', { details: shortageOf(reply) });
    }
    const video = reply.outcome === 'held' ? await this.reservations.accept(reservation, failed) : null;
    if (!video && failed) {
      await this.reservations.giveUp(id);
      await this.corrections.find(reservation.orgId, failed.id); // it says what has changed
    }
    if (!video) {
      const detail = `reservation ${id} was given up while its credits were being held`;
      throw new AppError('INTERNAL_SERVER_ERROR', { detail, retryAfterS: RETRY_AFTER_S });
    }
    return video;
  }

  /** Repeats the same hold until a reply arrives: only the ledger knows whether a hold without a reply took effect. */
  private async hold({ id, orgId, credits }: Reservation, spender?: Spender): Promise<HoldReply> {
    const deadline = Date.now() + HOLD_PATIENCE_MS;
    const together = { org_id: orgId, hold_ids: [id], amounts: [credits], spender };
    for (;;) {
      try {
        if (spender && credits > 0) return await this.rpc.call(CREDITS_RPC.holdTogether, together);
        return await this.rpc.call(CREDITS_RPC.hold, { org_id: orgId, hold_id: id, amount: credits });
      } catch (error) {
        if (Date.now() > deadline) throw error;
        await pause(HOLD_PAUSE_MS);
      }
    }
  }
}
