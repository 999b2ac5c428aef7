import { VIDEO_EVENTS, Video, type VideoEventType } from '#libs/contracts';
import { refTo, refToSchema } from './components.js';
import { exampleVideo, ORG_ID } from './examples.js';

const WHEN: Readonly<Record<VideoEventType, string>> = {
  'video.started': 'The first renderer has begun.',
  'video.finished': 'The file can be read.',
  'video.failed': 'The video FAILED or was CANCELED (see `data.status`); possibly without a `video.started`.',
};

const HEADERS = [
  ['webhook-id', 'The same over all attempts of one event.', '^evt_[0-9a-f]{32}$'],
  ['webhook-timestamp', 'Of the attempt, Unix seconds.', String.raw`^\d+$`],
  ['webhook-signature', 'One or, for 24 h after a rotation, two of `v1,<base64 HMAC-SHA256>`.', '^v1,'],
] as const;

/** What subscribed endpoints are sent, as OpenAPI 3.1 `webhooks`. */
export function callbackOperations(): Record<string, object> {
  return Object.fromEntries(VIDEO_EVENTS.map((type) => [type, { post: callback(type) }]));
}

function callback(type: VideoEventType): object {
  return {
    operationId: `on_${type.replace('.', '_')}`,
    summary: WHEN[type],
    description:
      'Signed by Standard Webhooks 1.0. Answer 2xx within 15 s; anything else is tried again, ten times in all over three days. 410 disables the webhook.',
    tags: ['Webhooks'],
    security: [],
    parameters: HEADERS.map(([name, description, pattern]) => ({
      name,
      in: 'header',
      required: true,
      description,
      schema: { type: 'string', pattern },
    })),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: refToSchema('Event', EVENT), example: example(type) } },
    },
    responses: { '2XX': { description: 'Taken.' }, '410': { description: 'Never call this address again.' } },
  };
}

const EVENT = {
  type: 'object',
  description: 'The same bytes on every attempt.',
  required: ['type', 'timestamp', 'org_id', 'data'],
  properties: {
    type: { type: 'string', enum: [...VIDEO_EVENTS] },
    timestamp: { type: 'string', format: 'date-time' },
    org_id: { type: 'string', format: 'uuid' },
    data: refTo(Video),
    test: { const: true, description: 'Only on what `POST /webhooks/{webhook_id}/test` sends.' },
  },
} as const;

function example(type: VideoEventType): object {
  const status = { 'video.started': 'PROCESSING', 'video.finished': 'COMPLETED', 'video.failed': 'FAILED' } as const;
  const video = exampleVideo(status[type]);
  return { type, timestamp: video.updated_at, org_id: ORG_ID, data: video };
}
