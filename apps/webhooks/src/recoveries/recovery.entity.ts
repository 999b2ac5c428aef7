import { defineEntity, p } from '@mikro-orm/postgresql';
import { Endpoint } from '../endpoints/endpoint.entity.js';

const RecoverySchema = defineEntity({
  name: 'Recovery',
  tableName: 'recoveries',
  properties: {
    id: p.uuid().primary(),
    endpoint: () => p.manyToOne(Endpoint).deleteRule('cascade'),
    /** Later events are none of its business: the endpoint hears of them as they occur. */
    createdAt: p.datetime(3).defaultRaw('now()'),
    /** Up to this event, by time and then id, everything has been looked at. */
    reachedAt: p.datetime(3),
    reachedEventId: p.uuid().defaultRaw(`'00000000-0000-0000-0000-000000000000'`),
    /** Deliveries it has caused so far. */
    queued: p.integer().default(0),
    /** The one that has waited longest for its turn goes on first. */
    workedAt: p.datetime(3).defaultRaw('now()'),
  },
  indexes: [
    { name: 'recoveries_by_endpoint', properties: ['endpoint'] },
    { name: 'recoveries_by_turn', properties: ['workedAt'] },
  ],
});

/** A job: to send again what an endpoint has missed. Its row goes when it is done. */
export class Recovery extends RecoverySchema.class {}
RecoverySchema.setClass(Recovery);
