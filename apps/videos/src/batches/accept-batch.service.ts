import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import {
  AppError,
  type Batch,
  type CreateBatch,
  type CreatedBatch,
  type CreatedVideo,
  type CreateVideo,
  CREDITS_RPC,
  type HoldReply,
  shortageOf,
  type Video,
} from '#libs/contracts';
import { RpcClient } from '#libs/messaging';
import { currentTraceHeaders, Logger } from '#libs/runtime';
import { type JudgedRows, RowCells } from '#libs/drafts';
import { Idempotency, type IdempotencyClaim } from '../videos/idempotency.js';
import { newPublicKey } from '../videos/storage-keys.js';
import { toVideo } from '../videos/to-video.js';
import { UnfinishedTests } from '../videos/unfinished-tests.js';
import { VideosConfig } from '../videos.config.js';
import { batchesAccepted } from '../videos.metrics.js';
import { type BatchPlan, BatchDrafts } from './batch-drafts.js';
import { BatchReservations, type BatchReservation, type RowReservation } from './batch-reservations.js';
import { toBatch } from './batch-totals.js';

/** Time for which holds without a reply are repeated, ms; they are repeated at least once. */
const HOLD_PATIENCE_MS = 12_000;
const HOLD_PAUSE_MS = 250;
const RETRY_AFTER_S = 5;

/** Price of the cheapest video that is no test, in credits. */
const LEAST_CREDITS = 1;

/** The videos of a batch and their prices. */
export interface PricedVideos {
  ids: string[];
  credits: number[];
}

/** A response, and whether it is that of an earlier request with the same key. */
interface Answered<Answer> {
  answer: Answer;
  replayed: boolean;
}

interface RowsToReserve {
  plan: BatchPlan;
  /** Credits. */
  available: number;
  /** Receives the first video. */
  first: RowReservation[];
}

/** Accepts batches: every video of one, or none. */
@Injectable()
export class AcceptBatchService {
  constructor(
    private readonly idempotency: Idempotency,
    private readonly drafts: BatchDrafts,
    private readonly tests: UnfinishedTests,
    private readonly reservations: BatchReservations,
    private readonly rpc: RpcClient,
    private readonly config: VideosConfig,
    private readonly log: Logger,
  ) {}

  /**
   * @throws AppError VALIDATION_ERROR with row and column, RESOURCE_NOT_FOUND (template), INSUFFICIENT_CREDITS,
   * RATE_LIMIT_EXCEEDED (test videos); INTERNAL_SERVER_ERROR while the credits service is unreachable, and then nothing
   * was created
   */
  async create(request: CreateBatch): Promise<CreatedBatch> {
    const { answer: batch, replayed } = await this.order(request, (accepted) => accepted);
    return { batch, replayed };
  }

  /**
   * Accepts the videos of a request in several sizes, as a batch of one row. The response is the video of the first size.
   *
   * @throws AppError as {@link create}
   */
  async createInSizes(request: CreateVideo): Promise<CreatedVideo> {
    const { org_id, body, idempotency_key, spender, creator } = request;
    // The same body may also be sent to create a batch, whose response is another one.
    const body_sha256 = createHash('sha256').update(`sizes ${request.body_sha256}`).digest('hex');
    const batch = {
      org_id,
      body,
      row_format: 'json',
      body_sha256,
      ...(idempotency_key !== undefined && { idempotency_key }),
      ...(spender && { spender }),
      ...(creator && { creator }),
    } as const;
    const { answer: video, replayed } = await this.order(batch, (_, [first]) => this.shown(first!));
    return { video, replayed };
  }

  /** Accepts a batch. `respond` makes the response of it and its first videos. */
  private order<Answer extends Batch | Video>(
    request: CreateBatch,
    respond: (batch: Batch, first: readonly RowReservation[]) => Answer,
  ): Promise<Answered<Answer>> {
    const { org_id: orgId, idempotency_key: key, body_sha256: bodySha256, spender, creator } = request;
    return this.once(key === undefined ? undefined : { orgId, key, bodySha256 }, async (claim) => {
      const plan = await this.drafts.read(request);
      const batch = { ...newBatch(orgId, plan), ...(spender && { spender }), ...(creator && { creator }) };
      const available = plan.test ? Infinity : await this.availableTo(orgId);
      if (!(await this.tests.admit(batch, () => this.reservations.open(batch, claim)))) return null;
      const first: RowReservation[] = [];
      const reserve = () => this.reserveRows(batch, { plan, available, first });
      return this.accept(batch, reserve, (accepted) => respond(accepted, first));
    });
  }

  private shown(video: RowReservation): Video {
    return toVideo({ ...video, status: 'PROCESSING', progress: 0 }, this.config);
  }

  /** Returns the response of an earlier request with the key, or does the work; again if another took the key meanwhile. */
  async once<Answer extends Batch | Video>(
    claim: IdempotencyClaim | undefined,
    work: (claim: IdempotencyClaim | undefined) => Promise<Answer | null>,
  ): Promise<Answered<Answer>> {
    for (;;) {
      const earlier = claim && (await this.idempotency.earlierResponse<Answer>(claim));
      if (earlier) return { answer: earlier, replayed: true };
      const answer = await work(claim);
      if (answer) return { answer, replayed: false };
    }
  }

  /**
   * Reserves the videos of an opened batch, holds their credits and accepts them. On a failure nothing of it remains.
   *
   * @param respond makes the response, which is stored with the key
   */
  async accept<Answer extends Batch | Video>(
    batch: BatchReservation,
    reserve: () => Promise<PricedVideos>,
    respond: (accepted: Batch) => Answer,
  ): Promise<Answer> {
    const startedAt = performance.now();
    let videos: PricedVideos;
    try {
      videos = await reserve();
    } catch (error) {
      await this.reservations.remove(batch.id);
      throw error;
    }
    await this.pay(batch, videos);
    const answer = respond(this.accepted(batch, videos));
    if (!(await this.reservations.accept(batch, new Date(), answer))) throw givenUp(batch.id);
    batchesAccepted.inc();
    const duration_ms = Math.round(performance.now() - startedAt);
    this.log.info('batch.accepted', { batch_id: batch.id, org_id: batch.orgId, videos: batch.videos, duration_ms });
    return answer;
  }

  private async availableTo(org_id: string): Promise<number> {
    return (await this.rpc.call(CREDITS_RPC.balance, { org_id })).available;
  }

  /**
   * Reserves the videos of a batch. Once the balance does not cover the rows, the remaining ones are judged and priced,
   * so that the error states the whole price, but no longer stored.
   */
  private async reserveRows(batch: BatchReservation, { plan, available, first }: RowsToReserve): Promise<PricedVideos> {
    const priced: PricedVideos = { ids: [], credits: [] };
    const cells = new RowCells(plan.sent);
    let required = 0;
    const mayBePaid = () => Math.max(required, plan.videos * LEAST_CREDITS) <= available;
    await this.drafts.judgeAll(plan, async (rows) => {
      const videos = videosOf(batch, rows, cells);
      if (first.length === 0) first.push(...videos.slice(0, 1));
      priced.ids.push(...videos.map(({ id }) => id));
      priced.credits.push(...videos.map(({ credits }) => credits));
      required += videos.reduce((sum, { credits }) => sum + credits, 0);
      if (mayBePaid() && !(await this.reservations.add(batch.id, videos))) throw givenUp(batch.id);
    });
    if (required > available) throw insufficient({ outcome: 'insufficient', required, available });
    return priced;
  }

  private async pay(batch: BatchReservation, videos: PricedVideos): Promise<void> {
    const reply = await this.hold(batch, videos).catch(async (error: unknown) => {
      await this.reservations.giveUp(batch.id);
      throw error;
    });
    if (reply.outcome === 'held') return;
    if (reply.outcome === 'released') throw givenUp(batch.id);
    await this.reservations.remove(batch.id);
    throw insufficient(reply);
  }

  /** Repeats the same holds until a reply arrives: only the ledger knows whether holds without a reply took effect. */
  private async hold({ id, orgId, spender }: BatchReservation, { ids, credits }: PricedVideos): Promise<HoldReply> {
    const deadline = Date.now() + HOLD_PATIENCE_MS;
    const sum = credits.reduce((total, price) => total + price, 0);
    const holds = { org_id: orgId, hold_ids: ids, amounts: credits, spender };
    for (;;) {
      if (!(await this.reservations.price(id, sum))) throw givenUp(id);
      try {
        return await this.rpc.call(CREDITS_RPC.holdTogether, holds);
      } catch (error) {
        if (Date.now() > deadline) throw error;
        await pause(HOLD_PAUSE_MS);
      }
    }
  }

  private accepted(batch: BatchReservation, { credits }: PricedVideos): Batch {
    const sum = credits.reduce((total, price) => total + price, 0);
    const none = { completed: 0, failed: 0, canceled: 0, captured: 0, released: 0, progress: 0 };
    const totals = { ...none, processing: batch.videos, held: sum };
    const row = { ...batch, status: 'PROCESSING' as const, credits: sum, canceledAt: null, finishedAt: null };
    return toBatch(row, totals, this.config);
  }
}

function newBatch(orgId: string, plan: BatchPlan): BatchReservation {
  const { templateId, templateVersion, format, test, name, metadata, webhookUrl, videos } = plan;
  const [createdAt, traceHeaders] = [new Date(), currentTraceHeaders()];
  const facts = { templateId, templateVersion, format, test, name, metadata, webhookUrl, videos, retryOf: null };
  return { id: randomUUID(), orgId, ...facts, createdAt, traceHeaders };
}

function videosOf(batch: BatchReservation, { drafts }: JudgedRows, cells: RowCells): RowReservation[] {
  const { id: batchId, orgId, templateId, templateVersion, createdAt, traceHeaders, creator } = batch;
  const made = { creatorType: creator?.type ?? null, creatorId: creator?.id ?? null };
  const shared = {
    batchId,
    orgId,
    templateId,
    templateVersion,
    traceHeaders,
    createdAt,
    updatedAt: createdAt,
    replaces: null,
    ...made,
  };
  return drafts.map((draft) => {
    const id = randomUUID();
    const publicKey = newPublicKey(id, draft.format);
    return { ...draft, ...shared, id, publicKey, cells: cells.of(draft.batchRow), status: 'RESERVING' };
  });
}

function insufficient(reply: Parameters<typeof shortageOf>[0]): AppError {
  const whose = reply.outcome === 'limited' ? 'What the key may spend' : 'The balance';
  const message = `${whose} is below the price of this batch`;
  return new AppError('INSUFFICIENT_CREDITS', { message, details: shortageOf(reply) });
}

function givenUp(batchId: string): AppError {
  const detail = `batch ${batchId} was given up while it was being accepted`;
  return new AppError('INTERNAL_SERVER_ERROR', { detail, retryAfterS: RETRY_AFTER_S });
}
