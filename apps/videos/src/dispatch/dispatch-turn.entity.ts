import { defineEntity, p } from '@mikro-orm/postgresql';

const DispatchTurnSchema = defineEntity({
  name: 'DispatchTurnRow',
  tableName: 'dispatch_turns',
  properties: {
    orgId: p.uuid().primary(),
    /** The queue's turn in which the organization was last served. */
    turn: p.bigint('number'),
  },
});

/** When each organization was last served by the fair queue. */
export class DispatchTurnRow extends DispatchTurnSchema.class {}
DispatchTurnSchema.setClass(DispatchTurnRow);
