import { defineEntity, p } from '@mikro-orm/postgresql';
import { TRANSFER_KINDS } from './transfer-rules.js';

/** Credits that moved from one ledger account to another; never changed or deleted. */
const TransferSchema = defineEntity({
  name: 'Transfer',
  tableName: 'transfers',
  properties: {
    /** A grant's id is its caller's, so that repeating the grant finds this row. */
    id: p.uuid().primary(),
    orgId: p.uuid(),
    kind: p.enum(TRANSFER_KINDS),
    holdId: p.uuid().nullable(),
    amount: p.bigint('number'),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
});

export class Transfer extends TransferSchema.class {}
TransferSchema.setClass(Transfer);
