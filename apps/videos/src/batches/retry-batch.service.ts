import { createHash, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AppError, type Batch, type CreatedBatch, type RetryBatch } from '#libs/contracts';
import { PreparedStatements } from '#libs/database';
import { currentTraceHeaders } from '#libs/runtime';
import { newPublicKey } from '../videos/storage-keys.js';
import { UnfinishedTests } from '../videos/unfinished-tests.js';
import { AcceptBatchService } from './accept-batch.service.js';
import type { BatchRow } from './batch.entity.js';
import { BatchReservations, type BatchReservation } from './batch-reservations.js';
import { FAILED } from './batch-statements.js';
import { BatchesService } from './batches.service.js';

/** Renders again what failed, as a batch of its own. */
@Injectable()
export class RetryBatchService {
  constructor(
    private readonly batches: BatchesService,
    private readonly acceptance: AcceptBatchService,
    private readonly reservations: BatchReservations,
    private readonly tests: UnfinishedTests,
    private readonly statements: PreparedStatements,
  ) {}

  /**
   * Accepts a new batch with a copy of each video that FAILED, under the numbers of their rows.
   *
   * @throws AppError RESOURCE_NOT_FOUND; CONFLICT for a batch that has not finished or in which no video failed, and once
   * documents are gone; INSUFFICIENT_CREDITS, RATE_LIMIT_EXCEEDED (test videos)
   */
  async retry({ org_id: orgId, id, idempotency_key: key, spender, creator }: RetryBatch): Promise<CreatedBatch> {
    const bodySha256 = createHash('sha256').update(`retry ${id}`).digest('hex');
    const claimed = key === undefined ? undefined : { orgId, key, bodySha256 };
    const { answer, replayed } = await this.acceptance.once<Batch>(claimed, async (claim) => {
      const source = await this.batches.find(orgId, id);
      const count = await this.countFailed(source);
      const batch = { ...copyOf(source, count), ...(spender && { spender }), ...(creator && { creator }) };
      if (!(await this.tests.admit(batch, () => this.reservations.open(batch, claim)))) return null;
      return this.acceptance.accept(
        batch,
        async () => {
          const ids = Array.from({ length: count }, () => randomUUID());
          const publicKeys = ids.map((each) => newPublicKey(each, batch.format));
          const videos = await this.reservations.copyFailed(batch, { ids, publicKeys });
          if (videos.length < count) throw refusal('changed while it was being read; try again');
          return { ids: videos.map((video) => video.id), credits: videos.map(({ credits }) => credits) };
        },
        (accepted) => accepted,
      );
    });
    return { batch: answer, replayed };
  }

  private async countFailed({ id, status }: BatchRow): Promise<number> {
    if (status !== 'FINISHED') throw refusal('has videos that are PROCESSING');
    const [found] = await this.statements.run<{ failed: number; documented: number }>(FAILED, [id]);
    const { failed, documented } = found!;
    if (failed === 0) throw refusal('has no video that FAILED');
    if (documented < failed) throw refusal('ended too long ago: the documents of its videos are removed by now');
    return failed;
  }
}

function copyOf(source: BatchRow, videos: number): BatchReservation {
  const { id: retryOf, orgId, name, metadata, webhookUrl, templateId, templateVersion, format, test } = source;
  const facts = { retryOf, orgId, name, metadata, webhookUrl, templateId, templateVersion, format, test, videos };
  return { id: randomUUID(), ...facts, createdAt: new Date(), traceHeaders: currentTraceHeaders() };
}

function refusal(problem: string): AppError {
  return new AppError('CONFLICT', { message: 'The batch cannot be rendered again', details: `It ${problem}` });
}
