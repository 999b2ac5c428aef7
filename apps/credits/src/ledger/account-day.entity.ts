import { defineEntity, p } from '@mikro-orm/postgresql';

const AccountDaySchema = defineEntity({
  name: 'AccountDayRow',
  tableName: 'account_days',
  properties: {
    orgId: p.uuid().primary(),
    /** In UTC. */
    day: p.date().primary(),
    granted: p.bigint('number'),
    captured: p.bigint('number'),
  },
});

/** The credits that were granted to an organization and captured on one day; written by a trigger of its account. */
export class AccountDayRow extends AccountDaySchema.class {}
AccountDaySchema.setClass(AccountDayRow);
