import { defineEntity, p } from '@mikro-orm/postgresql';

const SettlementProgressSchema = defineEntity({
  name: 'SettlementProgressRow',
  tableName: 'settlement_progress',
  properties: {
    /** Always 1: the table has at most one row. */
    id: p.integer().primary().autoincrement(false),
    /** The credits of every video that ended before this are settled. */
    endedBefore: p.datetime(3),
  },
});

/**
 * The position up to which holds have been settled: a video's row determines the outcome of its hold and is not removed
 * before.
 */
export class SettlementProgressRow extends SettlementProgressSchema.class {}
SettlementProgressSchema.setClass(SettlementProgressRow);
