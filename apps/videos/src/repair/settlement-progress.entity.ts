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

/** How far settlements have come: a video's row determines the outcome of its hold and is not removed before. */
export class SettlementProgressRow extends SettlementProgressSchema.class {}
SettlementProgressSchema.setClass(SettlementProgressRow);
