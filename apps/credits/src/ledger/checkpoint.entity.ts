import { defineEntity, p } from '@mikro-orm/postgresql';

const CheckpointSchema = defineEntity({
  name: 'Checkpoint',
  tableName: 'ledger_checkpoint',
  properties: {
    singleton: p.boolean().primary().default(true),
    /** Every transfer until this time is checked and added to the checked sums; no earlier transfer can still be committed. */
    through: p.datetime(3),
  },
});

/** How far the ledger has been checked; one row. */
export class Checkpoint extends CheckpointSchema.class {}
CheckpointSchema.setClass(Checkpoint);

const CheckedSumSchema = defineEntity({
  name: 'CheckedSum',
  tableName: 'checked_sums',
  properties: {
    orgId: p.uuid().primary(),
    transfers: p.bigint('number'),
    available: p.bigint('number'),
    held: p.bigint('number'),
  },
});

/** Sums of an organization's transfers until the checkpoint, archived ones included. */
export class CheckedSum extends CheckedSumSchema.class {}
CheckedSumSchema.setClass(CheckedSum);
