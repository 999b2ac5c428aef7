import { defineEntity, p } from '@mikro-orm/postgresql';

const DispatchTurnSchema = defineEntity({
  name: 'DispatchTurnRow',
  tableName: 'dispatch_turns',
  properties: {
    orgId: p.uuid().primary(),
    /** The turn of the queue in which the organization was last served; 0 for never. */
    turn: p.bigint('number'),
    /** The same for its test videos. */
    testTurn: p.bigint('number').defaultRaw('0'),
  },
  indexes: [
    { name: 'dispatch_turns_latest', properties: ['turn'] },
    { name: 'dispatch_turns_latest_test', properties: ['testTurn'] },
  ],
});

/** When each organization was last served by the fair queue. */
export class DispatchTurnRow extends DispatchTurnSchema.class {}
DispatchTurnSchema.setClass(DispatchTurnRow);
