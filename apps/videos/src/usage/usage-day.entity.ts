import { defineEntity, p } from '@mikro-orm/postgresql';

const UsageDaySchema = defineEntity({
  name: 'UsageDayRow',
  tableName: 'usage_days',
  properties: {
    orgId: p.uuid().primary(),
    /** In UTC. */
    day: p.date().primary(),
    /** COMPLETED, or the code of the error. */
    outcome: p.text().primary(),
    test: p.boolean().primary(),
    videos: p.bigint('number'),
    /** Seconds of all these videos together. */
    seconds: p.double().$type<number>(),
    /** Their price together. */
    credits: p.bigint('number'),
  },
});

/** The videos of an organization that ended on one day in the same way, without the changes that are not added yet. */
export class UsageDayRow extends UsageDaySchema.class {}
UsageDaySchema.setClass(UsageDayRow);

const UsageChangeSchema = defineEntity({
  name: 'UsageChangeRow',
  tableName: 'usage_changes',
  properties: {
    id: p.bigint().primary().autoincrement(),
    orgId: p.uuid(),
    day: p.date(),
    outcome: p.text(),
    test: p.boolean(),
    seconds: p.double().$type<number>(),
    credits: p.bigint('number'),
  },
  indexes: [{ name: 'usage_changes_by_org', properties: ['orgId', 'day'] }],
});

/** A video that has ended and is not added to its day yet; written by a trigger. */
export class UsageChangeRow extends UsageChangeSchema.class {}
UsageChangeSchema.setClass(UsageChangeRow);
