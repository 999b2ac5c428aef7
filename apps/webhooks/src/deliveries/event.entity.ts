import { defineEntity, p } from '@mikro-orm/postgresql';
import type { VideoEventType } from '#libs/contracts';
import type { TraceHeaders } from '#libs/runtime';

const EventSchema = defineEntity({
  name: 'Event',
  tableName: 'events',
  properties: {
    id: p.uuid().primary(),
    orgId: p.uuid(),
    videoId: p.uuid(),
    /** Position within the video: started 1, finished or failed 2. */
    sequence: p.integer(),
    type: p.text().$type<VideoEventType>(),
    /** The exact bytes every attempt sends; null where the organization had no endpoint at all. */
    body: p.blob().nullable(),
    /** Made up for `POST …/test`, with a video that does not exist. */
    test: p.boolean().default(false),
    occurredAt: p.datetime(3),
    /** What its deliveries belong to. */
    traceHeaders: p.json<TraceHeaders>().defaultRaw(`'{}'`),
  },
  uniques: [{ name: 'events_once', properties: ['videoId', 'sequence'] }],
  indexes: [
    { name: 'events_by_age', properties: ['occurredAt'] },
    { name: 'events_by_org', properties: ['orgId', 'occurredAt', 'id'] },
  ],
});

/** A step in a video's life, as it is told to endpoints. */
export class Event extends EventSchema.class {}
EventSchema.setClass(Event);
