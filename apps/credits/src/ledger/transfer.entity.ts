import { defineEntity, p } from '@mikro-orm/postgresql';
import { TRANSFER_KINDS } from './transfer-rules.js';

/** A movement of credits between two ledger accounts; never changed, and deleted only by archiving. */
const TransferSchema = defineEntity({
  name: 'TransferRow',
  tableName: 'transfers',
  properties: {
    /** The caller chooses a grant's id, so that a repeated grant finds this row. */
    id: p.uuid().primary(),
    orgId: p.uuid(),
    kind: p.enum(TRANSFER_KINDS),
    holdId: p.uuid().nullable(),
    amount: p.bigint('number'),
    /** The reason for a grant, for operators. */
    reason: p.text().nullable(),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
});

export class TransferRow extends TransferSchema.class {}
TransferSchema.setClass(TransferRow);
