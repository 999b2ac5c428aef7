import { defineEntity, p } from '@mikro-orm/postgresql';
import type { WebhookEventType } from '#libs/contracts';
import type { TraceHeaders } from '#libs/runtime';

const EventSchema = defineEntity({
  name: 'EventRow',
  tableName: 'events',
  properties: {
    id: p.uuid().primary(),
    orgId: p.uuid(),
    /** The video or the batch that it is about. */
    subjectId: p.uuid(),
    /** Position within the video: started 1, finished or failed 2; 1 of a batch, and more after its corrections. */
    sequence: p.integer(),
    type: p.text().$type<WebhookEventType>(),
    /** The exact bytes that every attempt sends; null if the organization had no endpoint. */
    body: p.blob().nullable(),
    /** Whether it is the sample event of `POST …/test`, of a video that does not exist. */
    test: p.boolean().default(false),
    occurredAt: p.datetime(3),
    /** The trace of its deliveries. */
    traceHeaders: p.json<TraceHeaders>().defaultRaw(`'{}'`),
  },
  uniques: [{ name: 'events_of_subject', properties: ['subjectId', 'sequence'] }],
  indexes: [
    { name: 'events_by_age', properties: ['occurredAt'] },
    { name: 'events_by_org', properties: ['orgId', 'occurredAt', 'id'] },
  ],
});

/** An event of a video or a batch, as endpoints receive it. */
export class EventRow extends EventSchema.class {}
EventSchema.setClass(EventRow);
