import { VIDEO_EVENTS, Video } from '#libs/contracts';
import type { JsonSchema } from '#libs/template';
import { refTo, refToSchema } from './components.js';

/** The body of the requests that a webhook receives. */
export function refToEvent(): JsonSchema {
  return refToSchema('Event', {
    type: 'object',
    description: 'An event. Its bytes are the same in every attempt.',
    required: ['type', 'timestamp', 'org_id', 'data'],
    properties: {
      type: { type: 'string', enum: [...VIDEO_EVENTS], description: 'What happened to the video.' },
      timestamp: { type: 'string', format: 'date-time', description: 'When it happened.' },
      org_id: { type: 'string', format: 'uuid', description: 'The organization of the video.' },
      data: { ...refTo(Video), description: 'The video as it was at that time.' },
      test: {
        // Without `const: true`: OpenAPI Generator makes an enum of it for Java, which does not compile.
        type: 'boolean',
        description: 'True. Present only on events of `POST /webhooks/{webhook_id}/test`.',
      },
    },
  });
}

/** The body of a stream of server-sent events: text, whose events have a schema. */
export function videoStreamSchema(): JsonSchema {
  const event = refToSchema('VideoStreamEvent', {
    type: 'object',
    description: 'A server-sent event of the stream of a video.',
    required: ['id', 'event', 'data'],
    properties: {
      id: { type: 'string', pattern: '^[0-9]{1,15}$', description: 'Version of the video; it only grows.' },
      event: { type: 'string', const: 'video', enum: ['video'], description: 'The type of the event.' },
      data: {
        type: 'string',
        contentMediaType: 'application/json',
        contentSchema: refTo(Video),
        description: 'The Video of this version as JSON.',
      },
    },
  });
  return { type: 'string', contentMediaType: 'text/event-stream', contentSchema: { type: 'array', items: event } };
}
