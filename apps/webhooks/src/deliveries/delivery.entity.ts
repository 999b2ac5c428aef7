import { defineEntity, p } from '@mikro-orm/postgresql';
import { Endpoint } from '../endpoints/endpoint.entity.js';
import { Event } from './event.entity.js';

/** `failed` after the last attempt or a 410; `canceled` when the endpoint was disabled meanwhile. */
const DELIVERY_STATES = ['pending', 'succeeded', 'failed', 'canceled'] as const;

const DeliverySchema = defineEntity({
  name: 'Delivery',
  tableName: 'deliveries',
  properties: {
    id: p.uuid().primary(),
    event: () => p.manyToOne(Event).deleteRule('cascade'),
    endpoint: () => p.manyToOne(Endpoint).deleteRule('cascade'),
    orgId: p.uuid(),
    videoId: p.uuid(),
    sequence: p.integer(),
    state: p.enum(DELIVERY_STATES).default('pending'),
    /** How many have ended. */
    attempts: p.integer().default(0),
    nextAttemptAt: p.datetime(3).defaultRaw('now()'),
    /** Who is attempting it now; whoever holds another token has lost it. */
    leaseToken: p.uuid().nullable(),
    leaseUntil: p.datetime(3).nullable(),
    finishedAt: p.datetime(3).nullable(),
  },
  uniques: [{ name: 'deliveries_once', properties: ['event', 'endpoint'] }],
  indexes: [
    { name: 'deliveries_due', properties: ['nextAttemptAt'], where: `state = 'pending'` },
    {
      name: 'deliveries_untried',
      properties: ['endpoint', 'videoId', 'sequence'],
      where: `state = 'pending' and attempts = 0`,
    },
    { name: 'deliveries_by_endpoint', properties: ['endpoint', 'state', 'finishedAt'] },
  ],
});

/** One event on its way to one endpoint. */
export class Delivery extends DeliverySchema.class {}
DeliverySchema.setClass(Delivery);
