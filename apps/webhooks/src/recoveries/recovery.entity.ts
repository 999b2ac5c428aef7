import { defineEntity, p } from '@mikro-orm/postgresql';
import { EndpointRow } from '../endpoints/endpoint.entity.js';

const RecoverySchema = defineEntity({
  name: 'RecoveryRow',
  tableName: 'recoveries',
  properties: {
    id: p.uuid().primary(),
    endpoint: () => p.manyToOne(EndpointRow).deleteRule('cascade'),
    /** The end of the recovered period: the endpoint receives later events as they occur. */
    createdAt: p.datetime(3).defaultRaw('now()'),
    /** All events up to this one, by time and then id, have been read. */
    reachedAt: p.datetime(3),
    reachedEventId: p.uuid().defaultRaw(`'00000000-0000-0000-0000-000000000000'`),
    /** Deliveries that it has queued so far. */
    queued: p.integer().default(0),
    /** Time of its latest step; the longest wait is served first. */
    workedAt: p.datetime(3).defaultRaw('now()'),
  },
  indexes: [
    { name: 'recoveries_by_endpoint', properties: ['endpoint'] },
    { name: 'recoveries_by_turn', properties: ['workedAt'] },
  ],
});

/** A job that delivers again what an endpoint has missed. Its row is deleted when it is done. */
export class RecoveryRow extends RecoverySchema.class {}
RecoverySchema.setClass(RecoveryRow);
