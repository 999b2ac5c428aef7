import { defineEntity, p } from '@mikro-orm/postgresql';
import { DeliveryRow } from './delivery.entity.js';

const DeliveryAttemptSchema = defineEntity({
  name: 'DeliveryAttemptRow',
  tableName: 'attempts',
  properties: {
    delivery: () => p.manyToOne(DeliveryRow).primary().deleteRule('cascade'),
    /** From 1. */
    number: p.integer().primary(),
    startedAt: p.datetime(3),
    durationMs: p.integer(),
    /** HTTP status; null without a response. */
    status: p.integer().nullable(),
    /** The reason why no response was received; null if one was. */
    failure: p.text().nullable(),
    /** The first 4 KiB of the response body. */
    responseExcerpt: p.blob(),
  },
});

/** One POST of a delivery and its outcome. Never changes; of one delivery the last 50 are kept. */
export class DeliveryAttemptRow extends DeliveryAttemptSchema.class {}
DeliveryAttemptSchema.setClass(DeliveryAttemptRow);
