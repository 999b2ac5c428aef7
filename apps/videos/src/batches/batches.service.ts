import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import {
  AppError,
  type Batch,
  type CheckBatch,
  type CheckedBatch,
  type GetBatch,
  type ListBatches,
  type ManifestEntry,
  type Page,
  pageOf,
  type ReadManifest,
  type VideoError,
  VIDEO_STATUSES,
  type VideoStatus,
} from '#libs/contracts';
import { type PreparedStatement, PreparedStatements } from '#libs/database';
import { ASSUMED_S } from '#libs/document';
import type { JudgedRows } from '#libs/drafts';
import { warningAt } from '#libs/template';
import { VideosConfig } from '../videos.config.js';
import { BatchRow } from './batch.entity.js';
import { BatchDrafts } from './batch-drafts.js';
import { BatchRounds } from './batch-rounds.js';
import { countTotals, toBatch } from './batch-totals.js';

/** The warning about a batch whose files no renderer has measured. */
const NOT_MEASURED = warningAt('body', {
  code: 'CHECK_SKIPPED',
  message: `no renderer replied in time; the price is for files of ${ASSUMED_S} s where times depend on their lengths`,
});

const VISIBLE = { status: { $in: ['PROCESSING', 'FINISHED'] as const } };

const MANIFEST: PreparedStatement = {
  name: 'batch-manifest',
  text: `
  SELECT batch_row AS row, size, id, status, public_key AS "publicKey", error, metadata, cells FROM videos
   WHERE batch_id = $1 AND batch_row >= $2 AND (batch_row > $2 OR size COLLATE "C" > $5) AND status = ANY ($3)
   ORDER BY batch_row, size COLLATE "C" LIMIT $4`,
};

/** A text that follows every name of a size. */
const AFTER_ALL_SIZES = '\uFFFF';

interface ManifestRow {
  row: number;
  size: string;
  id: string;
  status: VideoStatus;
  publicKey: string;
  error: VideoError | null;
  metadata: string | null;
  cells: Record<string, unknown> | null;
}

/** Reads and cancels the batches of one organization. */
@Injectable()
export class BatchesService {
  constructor(
    private readonly em: EntityManager,
    private readonly statements: PreparedStatements,
    private readonly drafts: BatchDrafts,
    private readonly rounds: BatchRounds,
    private readonly config: VideosConfig,
  ) {}

  /** Checks a request as its creation would, without creating, holding or storing anything. */
  async validate(request: CheckBatch): Promise<CheckedBatch> {
    try {
      const plan = await this.drafts.read(request);
      let credits = 0;
      const add = ({ drafts }: JudgedRows): Promise<void> => {
        credits += drafts.reduce((sum, draft) => sum + draft.credits, 0);
        return Promise.resolve();
      };
      const areLengthsAssumed = await this.drafts.judgeAll(plan, add, { mayAssume: true });
      return {
        valid: true,
        errors: [],
        warnings: areLengthsAssumed ? [NOT_MEASURED] : [],
        videos: plan.videos,
        credits,
      };
    } catch (error) {
      if (!(error instanceof AppError) || typeof error.details !== 'object') throw error;
      return { valid: false, errors: [...error.details], warnings: [], videos: null, credits: null };
    }
  }

  /** @throws AppError RESOURCE_NOT_FOUND for an unknown batch and for another organization's */
  async get({ org_id, id }: GetBatch): Promise<Batch> {
    const [batch] = await this.toBatches([await this.find(org_id, id)]);
    return batch!;
  }

  async list(request: ListBatches): Promise<Page<Batch>> {
    const { org_id: orgId, limit = 20, offset = 0 } = request;
    const orderBy = { createdAt: 'desc', id: 'desc' } as const;
    const [rows, total] = await this.em
      .fork()
      .findAndCount(BatchRow, { orgId, ...VISIBLE }, { limit, offset, orderBy });
    return pageOf(await this.toBatches(rows), total, request);
  }

  /**
   * Requests the cancellation of all videos that are PROCESSING. It takes effect within seconds, whatever happens to this
   * process; a batch that has finished does not change.
   */
  async cancel({ org_id: orgId, id }: GetBatch): Promise<Batch> {
    const where = { id, orgId, status: 'PROCESSING', canceledAt: null } as const;
    await this.em.fork().nativeUpdate(BatchRow, where, { canceledAt: new Date() });
    this.rounds.kick();
    return this.get({ org_id: orgId, id });
  }

  /** Rows of a batch with their videos; those of deleted videos are missing. */
  async manifest({
    org_id,
    id,
    after_row,
    after_size = AFTER_ALL_SIZES,
    limit,
  }: ReadManifest): Promise<ManifestEntry[]> {
    await this.find(org_id, id);
    const rows = await this.statements.run<ManifestRow>(MANIFEST, [
      ...[id, after_row, VIDEO_STATUSES, limit, after_size],
    ]);
    return rows.map(({ id: video_id, publicKey, ...entry }) => {
      const video_url = entry.status === 'COMPLETED' ? `${this.config.assetsUrl}/${publicKey}` : null;
      return { ...entry, video_id, video_url };
    });
  }

  /** @throws AppError RESOURCE_NOT_FOUND */
  async find(orgId: string, id: string): Promise<BatchRow> {
    const batch = await this.em.fork().findOne(BatchRow, { id, orgId, ...VISIBLE });
    if (!batch) throw new AppError('RESOURCE_NOT_FOUND');
    return batch;
  }

  /** The batches as callers see them. The totals of a finished batch are stored with it; others are counted. */
  private async toBatches(rows: readonly BatchRow[]): Promise<Batch[]> {
    const unfinished = rows.filter(({ totals }) => !totals).map(({ id }) => id);
    const counted = await countTotals(this.statements, unfinished);
    return rows.map((row) => toBatch(row, row.totals ?? counted.get(row.id)!, this.config));
  }
}
