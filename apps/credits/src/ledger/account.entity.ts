import { defineEntity, p } from '@mikro-orm/postgresql';

/** An organization's balance. Changed by SQL expressions only, in the transaction that writes the entries. */
const AccountSchema = defineEntity({
  name: 'AccountRow',
  tableName: 'accounts',
  properties: {
    orgId: p.uuid().primary(),
    /** Credits that may be held. */
    available: p.bigint('number').defaultRaw('0'),
    /** Credits held for videos that have not ended. */
    held: p.bigint('number').defaultRaw('0'),
    /** Credits below which the organization is alerted; null: it is not. */
    alertBelow: p.bigint('number').nullable(),
    /** Whether fewer are available; written by a trigger. */
    isLow: p.boolean().default(false),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
});

export class AccountRow extends AccountSchema.class {}
AccountSchema.setClass(AccountRow);
