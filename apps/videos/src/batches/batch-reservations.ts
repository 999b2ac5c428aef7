import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import pLimit from 'p-limit';
import { type Batch, type Creator, CREDITS_RPC, type Spender, type Video } from '#libs/contracts';
import { PreparedStatements } from '#libs/database';
import { RpcClient } from '#libs/messaging';
import { Logger } from '#libs/runtime';
import { IDEMPOTENCY_KEY_LIFE_MS, type IdempotencyClaim } from '../videos/idempotency.js';
import { FIELDS, type Reservation } from '../videos/reservation-statements.js';
import { Reservations } from '../videos/reservations.js';
import { VideoRow } from '../videos/video.entity.js';
import { BatchRow } from './batch.entity.js';
import { ACCEPT_BATCH, GIVE_UP, OPEN, PRICE, REMOVE, RESERVE_COPIES, RESERVE_ROWS } from './batch-statements.js';

/** Number of releases that are requested at the same time. */
const RELEASES_AT_ONCE = 8;

/** The facts of a batch that are known before its rows are judged. */
export type BatchReservation = Pick<
  BatchRow,
  | 'id'
  | 'orgId'
  | 'name'
  | 'metadata'
  | 'webhookUrl'
  | 'templateId'
  | 'templateVersion'
  | 'format'
  | 'test'
  | 'retryOf'
  | 'videos'
  | 'createdAt'
  | 'traceHeaders'
> & {
  /** The key that pays, if it has limits. */
  spender?: Spender;
  /** The sender of the request. */
  creator?: Creator;
};

/** A hidden video of a batch. Its document is JSON already. */
export type RowReservation = Omit<Reservation, 'document'> & { document: string };

/**
 * A batch between its request and its acceptance: hidden rows, then the credits, then all videos are PROCESSING or none is.
 * A process that accepts one touches its row; the repair pass `StaleBatches` ends those that were not touched for long.
 */
@Injectable()
export class BatchReservations {
  constructor(
    private readonly em: EntityManager,
    private readonly statements: PreparedStatements,
    private readonly reservations: Reservations,
    private readonly rpc: RpcClient,
    private readonly log: Logger,
  ) {}

  /** Inserts the batch and claims the idempotency key; false if another request has the key. */
  async open(batch: BatchReservation, claim: IdempotencyClaim | undefined): Promise<boolean> {
    const { id, orgId, name, templateId, templateVersion, format, test, retryOf, videos, createdAt } = batch;
    const opened = await this.statements.run(OPEN, [
      ...[id, orgId, name, templateId, templateVersion, format, test, retryOf, videos, createdAt],
      ...[claim?.key ?? null, claim?.bodySha256 ?? null, new Date(Date.now() - IDEMPOTENCY_KEY_LIFE_MS)],
      ...[JSON.stringify(batch.traceHeaders), batch.metadata ?? null, batch.webhookUrl ?? null],
    ]);
    return opened.length > 0;
  }

  /** Adds hidden videos; false if the batch was given up in the meantime. */
  async add(batchId: string, videos: readonly RowReservation[]): Promise<boolean> {
    if (videos.length === 0) return true;
    const arrays = FIELDS.map((field) => videos.map((video) => video[field]));
    return (await this.statements.run(RESERVE_ROWS, [...arrays, batchId])).length > 0;
  }

  /** Adds hidden copies of the videos of another batch that FAILED, at most as many as there are ids. */
  async copyFailed(
    batch: BatchReservation,
    copies: { ids: string[]; publicKeys: string[] },
  ): Promise<{ id: string; credits: number }[]> {
    const { id, retryOf, createdAt, traceHeaders, creator } = batch;
    const traced = JSON.stringify(traceHeaders);
    return this.statements.run(RESERVE_COPIES, [
      ...[id, retryOf, copies.ids, copies.publicKeys, createdAt, traced],
      ...[creator?.type ?? null, creator?.id ?? null],
    ]);
  }

  /** Call it before credits are held: from now on only a release ends the batch. False if it was given up. */
  async price(batchId: string, credits: number): Promise<boolean> {
    return (await this.statements.run(PRICE, [batchId, credits])).length > 0;
  }

  /** Call it when the credits are held: all videos enter the queue. False if the batch was given up in the meantime. */
  async accept(batch: BatchReservation, acceptedAt: Date, response: Batch | Video): Promise<boolean> {
    const accepted = await this.statements.run(ACCEPT_BATCH, [batch.id, acceptedAt, JSON.stringify(response)]);
    if (accepted.length === 0) return false;
    this.reservations.announce(batch.videos);
    return true;
  }

  /** Deletes a batch that holds nothing, with its videos and its key. */
  async remove(batchId: string): Promise<void> {
    await this.statements.run(REMOVE, [batchId, 'RESERVING']);
  }

  /**
   * Frees the key of a batch at once whose holds have an unknown outcome. {@link release} does the rest, by a repair
   * pass.
   */
  async giveUp(batchId: string): Promise<void> {
    await this.statements.run(GIVE_UP, [batchId]);
  }

  /**
   * Returns the credits of a batch that was given up, then removes it: a hold that comes later finds its releases, and a
   * crash in between leaves the rows to be found.
   *
   * @returns whether there was one
   */
  async release(batchId: string): Promise<boolean> {
    const em = this.em.fork();
    const batch = await em.findOne(BatchRow, { id: batchId, status: 'RELEASING' });
    if (!batch) return false;
    if (batch.holding) {
      const videos = await em.find(VideoRow, { batchId, status: 'RESERVING' }, { fields: ['id'] });
      const limit = pLimit(RELEASES_AT_ONCE);
      const release = (hold_id: string) => this.rpc.call(CREDITS_RPC.release, { org_id: batch.orgId, hold_id });
      await Promise.all(videos.map(({ id }) => limit(() => release(id))));
    }
    await this.statements.run(REMOVE, [batchId, 'RELEASING']);
    this.log.info('batch.given_up', { batch_id: batchId, videos: batch.videos });
    return true;
  }
}
