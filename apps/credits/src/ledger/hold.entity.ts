import { defineEntity, p } from '@mikro-orm/postgresql';
import { HOLD_STATES } from './transfer-rules.js';

/**
 * Credits held for one video. A `released` row with amount 0 and no transfer is a tombstone: its release came before its hold,
 * which is then never granted.
 */
const HoldSchema = defineEntity({
  name: 'HoldRow',
  tableName: 'holds',
  properties: {
    /** The video's id. */
    id: p.uuid().primary(),
    orgId: p.uuid(),
    amount: p.bigint('number'),
    /** The key that spends it; null of one without limits. */
    spenderId: p.uuid().nullable(),
    state: p.enum(HOLD_STATES),
    createdAt: p.datetime(3).defaultRaw('now()'),
    settledAt: p.datetime(3).nullable(),
  },
});

export class HoldRow extends HoldSchema.class {}
HoldSchema.setClass(HoldRow);
