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
    /** The virtual times at which its latest step began and ends (fair-queue.ts), CPU milliseconds. */
    startMs: p.bigint('number').defaultRaw('0'),
    finishMs: p.bigint('number').defaultRaw('0'),
    /** The same for its test videos. */
    testStartMs: p.bigint('number').defaultRaw('0'),
    testFinishMs: p.bigint('number').defaultRaw('0'),
    /** CPU milliseconds by which its long steps were served more than its short ones, while both waited. */
    longLeadMs: p.integer().default(0),
    /** Its latest attempt timed out, and none has succeeded since: it has one slot at once. */
    heldBack: p.boolean().default(false),
  },
  indexes: [
    { name: 'dispatch_turns_latest', properties: ['turn'] },
    { name: 'dispatch_turns_latest_test', properties: ['testTurn'] },
    { name: 'dispatch_turns_time', properties: ['startMs'] },
    { name: 'dispatch_turns_test_time', properties: ['testStartMs'] },
  ],
});

/** CPU time that the fair queue has given to each organization. */
export class DispatchTurnRow extends DispatchTurnSchema.class {}
DispatchTurnSchema.setClass(DispatchTurnRow);
