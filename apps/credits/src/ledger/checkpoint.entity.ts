import { defineEntity, p } from '@mikro-orm/postgresql';

const CheckpointSchema = defineEntity({
  name: 'CheckpointRow',
  tableName: 'ledger_checkpoint',
  properties: {
    singleton: p.boolean().primary().default(true),
    /** Every transfer until this time is checked and added to the checked sums; no earlier transfer can still be committed. */
    through: p.datetime(3),
  },
});

/** The position up to which the ledger has been checked; one row. */
export class CheckpointRow extends CheckpointSchema.class {}
CheckpointSchema.setClass(CheckpointRow);

const CheckedSumSchema = defineEntity({
  name: 'CheckedSumRow',
  tableName: 'checked_sums',
  properties: {
    orgId: p.uuid().primary(),
    transfers: p.bigint('number'),
    available: p.bigint('number'),
    held: p.bigint('number'),
  },
});

/** Sums of an organization's transfers until the checkpoint, archived ones included. */
export class CheckedSumRow extends CheckedSumSchema.class {}
CheckedSumSchema.setClass(CheckedSumRow);
