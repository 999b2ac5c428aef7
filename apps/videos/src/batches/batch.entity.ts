import { defineEntity, p } from '@mikro-orm/postgresql';
import type { BatchStatus, VideoFormat } from '#libs/contracts';
import type { TraceHeaders } from '#libs/runtime';

/**
 * RESERVING until its credits are held, RELEASING while a batch that was not accepted returns credits that it may hold.
 * Callers see neither.
 */
const STATUSES = ['RESERVING', 'RELEASING', 'PROCESSING', 'FINISHED'] as const;

/** Outcomes of the videos of a batch, and of their credits. */
export interface BatchTotals {
  processing: number;
  completed: number;
  failed: number;
  canceled: number;
  /** Credits. */
  held: number;
  captured: number;
  released: number;
  /** Percent. */
  progress: number;
}

const BatchSchema = defineEntity({
  name: 'BatchRow',
  tableName: 'batches',
  checks: [
    {
      name: 'batches_status_check',
      expression: `status in (${STATUSES.map((status) => `'${status}'`).join(', ')})`,
    },
  ],
  properties: {
    id: p.uuid().primary(),
    orgId: p.uuid(),
    status: p.text().$type<'RESERVING' | 'RELEASING' | BatchStatus>(),
    name: p.text().nullable(),
    metadata: p.text().nullable(),
    /** The address that receives the batch's event too. */
    webhookUrl: p.text().nullable(),
    templateId: p.uuid(),
    templateVersion: p.integer(),
    format: p.text().$type<VideoFormat>(),
    test: p.boolean(),
    /** The batch whose failed videos this one renders again. */
    retryOf: p.uuid().nullable(),
    /** Number of its videos. */
    videos: p.integer(),
    /** Their price. */
    credits: p.integer().default(0),
    /** Whether its credits may be held: set before they are. */
    holding: p.boolean().default(false),
    /** Number of its failed videos that were replaced. */
    corrections: p.integer().default(0),
    /** Totals of its videos; null until the last one has ended. */
    totals: p.json<BatchTotals>().nullable(),
    traceHeaders: p.json<TraceHeaders>().defaultRaw(`'{}'`),
    createdAt: p.datetime(3),
    /** Latest sign of life of the process that is accepting it. */
    touchedAt: p.datetime(3),
    canceledAt: p.datetime(3).nullable(),
    finishedAt: p.datetime(3).nullable(),
  },
  indexes: [
    { name: 'batches_by_org', properties: ['orgId', 'createdAt', 'id'] },
    { name: 'batches_unfinished', properties: ['status', 'touchedAt'], where: `status <> 'FINISHED'` },
    { name: 'batches_finished', properties: ['finishedAt'], where: `status = 'FINISHED'` },
  ],
});

/** Videos that are accepted as one. */
export class BatchRow extends BatchSchema.class {}
BatchSchema.setClass(BatchRow);
