import { defineEntity, p } from '@mikro-orm/postgresql';

const SettlementProgressSchema = defineEntity({
  name: 'SettlementProgressRow',
  tableName: 'settlement_progress',
  properties: {
    /** Always 1: there is one row at most. */
    id: p.integer().primary().autoincrement(false),
    /** The credits of every video that ended before this have had their outcome. */
    endedBefore: p.datetime(3),
  },
});

/** How far settlements have come: the row that says which outcome is due is not removed before. */
export class SettlementProgressRow extends SettlementProgressSchema.class {}
SettlementProgressSchema.setClass(SettlementProgressRow);
