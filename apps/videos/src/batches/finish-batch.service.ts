import { Injectable } from '@nestjs/common';
import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { BATCH_CALLBACK, BATCH_FINISHED } from '#libs/contracts';
import { PreparedStatements } from '#libs/database';
import { Outbox } from '#libs/outbox';
import { Logger } from '#libs/runtime';
import { VideosConfig } from '../videos.config.js';
import { batchesFinished } from '../videos.metrics.js';
import { BatchRow } from './batch.entity.js';
import { countTotals, toBatch } from './batch-totals.js';

/** A batch whose videos have all ended. */
export type EndedBatch = Pick<BatchRow, 'id' | 'corrections'>;

/** Ends batches whose videos have all ended. */
@Injectable()
export class FinishBatchService {
  constructor(
    private readonly em: EntityManager,
    private readonly statements: PreparedStatements,
    private readonly outbox: Outbox,
    private readonly config: VideosConfig,
    private readonly log: Logger,
  ) {}

  /**
   * Finishes the batch and emits `batch.finished` in one transaction, so each end has exactly one.
   *
   * @param batch as it was when all of its videos had ended; one that has been corrected since then stays unfinished
   */
  async finish({ id: batchId, corrections }: EndedBatch): Promise<void> {
    const totals = (await countTotals(this.statements, [batchId])).get(batchId)!;
    const isFinished = await this.outbox.transaction(this.em, async (tx) => {
      const where = { id: batchId, status: 'PROCESSING', corrections } as const;
      const batch = await tx.findOne(BatchRow, where, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (!batch) return false;
      tx.assign(batch, { status: 'FINISHED', finishedAt: new Date(), totals });
      const { id: orderKey, orgId: org_id, traceHeaders } = batch;
      const shown = toBatch(batch, totals, this.config);
      const event = {
        schema: 1,
        type: 'batch.finished',
        occurred_at: shown.finished_at!,
        org_id,
        ...(corrections > 0 && { sequence: corrections + 1 }),
        batch: shown,
      } as const;
      await this.outbox.enqueue(tx, BATCH_FINISHED, event, { orderKey, traceHeaders });
      const url = batch.webhookUrl;
      if (url) await this.outbox.enqueue(tx, BATCH_CALLBACK, { ...event, url }, { orderKey, traceHeaders });
      return true;
    });
    if (!isFinished) return;
    batchesFinished.inc();
    this.log.info('batch.finished', { batch_id: batchId, ...totals });
  }
}
