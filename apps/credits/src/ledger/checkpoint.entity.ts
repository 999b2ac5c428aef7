import { defineEntity, p } from '@mikro-orm/postgresql';

const CheckpointSchema = defineEntity({
  name: 'Checkpoint',
  tableName: 'ledger_checkpoint',
  properties: {
    singleton: p.boolean().primary().default(true),
    /** Every transfer made until then has been checked and is in the checked sums; none made before can appear any more. */
    through: p.datetime(3),
  },
});

/** How far the check of the ledger has come; one row. */
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

/** What an organization's transfers until the checkpoint come to, archived ones included. */
export class CheckedSum extends CheckedSumSchema.class {}
CheckedSumSchema.setClass(CheckedSum);
