import { Batch, BATCH_EVENTS, VIDEO_EVENTS, Video, type WebhookEventType } from '#libs/contracts';
import type { JsonSchema } from '#libs/template';
import { refTo, refToSchema } from './components.js';

/** The body of the requests that a webhook receives. */
export function refToEvent(type: WebhookEventType): JsonSchema {
  return type === 'batch.finished' ? refToBatchEvent() : refToVideoEvent();
}

function refToVideoEvent(): JsonSchema {
  return refToSchema('Event', {
    ...EVENT,
    description: 'An event of a video. Its bytes are the same in every attempt.',
    properties: {
      type: { type: 'string', enum: [...VIDEO_EVENTS], description: 'What happened to the video.' },
      ...COMMON,
      data: { ...refTo(Video), description: 'The video as it was at that time.' },
      ...TEST,
    },
  });
}

function refToBatchEvent(): JsonSchema {
  return refToSchema('BatchEvent', {
    ...EVENT,
    description: 'An event of a batch. Its bytes are the same in every attempt.',
    properties: {
      type: { type: 'string', enum: [...BATCH_EVENTS], description: 'What happened to the batch.' },
      ...COMMON,
      data: { ...refTo(Batch), description: 'The batch as it was at that time.' },
      ...TEST,
    },
  });
}

const EVENT = { type: 'object', required: ['type', 'timestamp', 'org_id', 'data'] } as const;

const COMMON = {
  timestamp: { type: 'string', format: 'date-time', description: 'When it happened.' },
  org_id: { type: 'string', format: 'uuid', description: 'The organization of `data`.' },
} as const;

const TEST = {
  test: {
    // Without `const: true`: OpenAPI Generator makes an enum of it for Java, which does not compile.
    type: 'boolean',
    description: 'True. Present only on events of `POST /webhooks/{webhook_id}/test`.',
  },
} as const;

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
