import { defineEntity, p } from '@mikro-orm/postgresql';
import { DELIVERY_STATUSES } from '#libs/contracts';
import { EndpointRow } from '../../endpoints/endpoint.entity.js';
import { EventRow } from './event.entity.js';

const DeliverySchema = defineEntity({
  name: 'DeliveryRow',
  tableName: 'deliveries',
  properties: {
    id: p.uuid().primary(),
    event: () => p.manyToOne(EventRow).deleteRule('cascade'),
    endpoint: () => p.manyToOne(EndpointRow).deleteRule('cascade'),
    orgId: p.uuid(),
    /** Id of its event's subject. */
    subjectId: p.uuid(),
    sequence: p.integer(),
    state: p.enum(DELIVERY_STATUSES).default('pending'),
    /** Attempts that have ended. */
    attempts: p.integer().default(0),
    /**
     * Attempts of the retry schedule that have ended. A pending delivery at the schedule's end was requested by a caller and
     * gets one attempt.
     */
    step: p.integer().default(0),
    /** Whether a pending delivery may be attempted now; otherwise it becomes ready at `nextAttemptAt`. */
    ready: p.boolean().default(true),
    /** When the next attempt is due; during an attempt: when its lease expires. */
    nextAttemptAt: p.datetime(3).defaultRaw('now()'),
    /** Token of the current lease; a process with another token has lost it. Null between attempts. */
    leaseToken: p.uuid().nullable(),
    createdAt: p.datetime(3).defaultRaw('now()'),
    /** When a caller last requested another attempt. */
    askedAt: p.datetime(3).nullable(),
    /** When an attempt last succeeded; a later failed attempt does not reset it. */
    succeededAt: p.datetime(3).nullable(),
    finishedAt: p.datetime(3).nullable(),
    /** The address of a callback; null for a delivery to its endpoint's own. */
    callbackUrl: p.text().nullable(),
    /** The lane of a callback (`laneOf`); null for the deliveries to an endpoint, which is their lane. */
    callbackLane: p.uuid().nullable(),
  },
  uniques: [{ name: 'deliveries_once', properties: ['event', 'endpoint'] }],
  indexes: [
    {
      name: 'deliveries_ready',
      properties: ['endpoint', 'nextAttemptAt', 'sequence'],
      where: `state = 'pending' and ready`,
    },
    {
      name: 'deliveries_ready_by_lane',
      expression:
        "create index deliveries_ready_by_lane on deliveries (coalesce(callback_lane, endpoint_id), next_attempt_at, sequence) where state = 'pending' and ready",
    },
    { name: 'deliveries_waiting', properties: ['nextAttemptAt'], where: `state = 'pending' and not ready` },
    { name: 'deliveries_of_subject', properties: ['endpoint', 'subjectId', 'sequence'], where: `state = 'pending'` },
    {
      name: 'deliveries_not_arrived',
      properties: ['endpoint', 'state', 'createdAt', 'id'],
      where: `state = any (array['failed'::text, 'canceled'::text])`,
    },
    { name: 'deliveries_by_endpoint', properties: ['endpoint', 'createdAt', 'id'] },
    {
      name: 'deliveries_succeeded',
      properties: ['endpoint', 'succeededAt'],
      where: `succeeded_at is not null`,
    },
  ],
});

/** One event for one endpoint. */
export class DeliveryRow extends DeliverySchema.class {}
DeliverySchema.setClass(DeliveryRow);
