import { Batch, LowBalance, type Subject, SUBJECTS, subjectOf, Video, type WebhookEventType } from '#libs/contracts';
import type { JsonSchema, Shape } from '#libs/template';
import { refTo, refToSchema } from './components.js';

/** The schema of each subject's events: its name, and the class of its data. */
const SCHEMAS = {
  video: ['Event', Video],
  batch: ['BatchEvent', Batch],
  alert: ['AlertEvent', LowBalance],
} as const satisfies Record<Subject, readonly [string, Shape]>;

/** The body of the requests that a webhook receives. */
export function refToEvent(type: WebhookEventType): JsonSchema {
  const subject = subjectOf(type);
  const [name, data] = SCHEMAS[subject];
  return refToSchema(name, {
    ...EVENT,
    description: `An event of ${subject === 'alert' ? 'an' : 'a'} ${subject}. Its bytes are the same in every attempt.`,
    properties: {
      type: { type: 'string', enum: [...SUBJECTS[subject]], description: `What happened to the ${subject}.` },
      ...COMMON,
      data: { ...refTo(data), description: `The ${subject} as it was at that time.` },
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
