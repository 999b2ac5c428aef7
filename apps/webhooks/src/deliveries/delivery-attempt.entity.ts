import { defineEntity, p } from '@mikro-orm/postgresql';
import { Delivery } from './delivery.entity.js';

const DeliveryAttemptSchema = defineEntity({
  name: 'DeliveryAttemptRow',
  tableName: 'attempts',
  properties: {
    delivery: () => p.manyToOne(Delivery).primary().deleteRule('cascade'),
    /** From 1. */
    number: p.integer().primary(),
    startedAt: p.datetime(3),
    durationMs: p.integer(),
    /** HTTP status; null without an answer. */
    status: p.integer().nullable(),
    /** Why there was no answer. */
    failure: p.text().nullable(),
    /** The first 4 KiB of the answer's body. */
    responseExcerpt: p.blob(),
  },
});

/** One POST and what came of it. Never changed. */
export class DeliveryAttemptRow extends DeliveryAttemptSchema.class {}
DeliveryAttemptSchema.setClass(DeliveryAttemptRow);
