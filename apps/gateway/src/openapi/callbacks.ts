import { VIDEO_EVENTS, Video, type VideoEventType } from '#libs/contracts';
import { refTo, refToSchema } from './components.js';
import { exampleVideo, ORG_ID } from './examples.js';

const WHEN: Readonly<Record<VideoEventType, string>> = {
  'video.started': 'Rendering of the video has begun.',
  'video.finished': 'The video is COMPLETED and its file can be downloaded.',
  'video.failed': 'The video FAILED or was CANCELED (see `data.status`). A `video.started` may not have preceded it.',
};

const HEADERS = [
  ['webhook-id', 'Id of the event, the same in every attempt.', '^evt_[0-9a-f]{32}$'],
  ['webhook-timestamp', 'Time of the attempt, in Unix seconds.', String.raw`^\d+$`],
  [
    'webhook-signature',
    'Signature `v1,<base64 HMAC-SHA256>`. For 24 h after a rotation of the secret there are two, separated by a space.',
    '^v1,',
  ],
] as const;

/** The requests that webhooks receive, as OpenAPI 3.1 `webhooks`. */
export function callbackOperations(): Record<string, object> {
  return Object.fromEntries(VIDEO_EVENTS.map((type) => [type, { post: callback(type) }]));
}

function callback(type: VideoEventType): object {
  return {
    operationId: `on_${type.replace('.', '_')}`,
    summary: WHEN[type],
    description:
      'Signed as Standard Webhooks 1.0 specifies. Respond with 2xx within 15 s. Any other outcome is retried: ten attempts in total, over about three days. A response of 410 disables the webhook.',
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
    responses: { '2XX': { description: 'Received.' }, '410': { description: 'Disable this webhook.' } },
  };
}

const EVENT = {
  type: 'object',
  description: 'An event. Its bytes are the same in every attempt.',
  required: ['type', 'timestamp', 'org_id', 'data'],
  properties: {
    type: { type: 'string', enum: [...VIDEO_EVENTS] },
    timestamp: { type: 'string', format: 'date-time' },
    org_id: { type: 'string', format: 'uuid' },
    data: refTo(Video),
    test: { const: true, description: 'Present only on events of `POST /webhooks/{webhook_id}/test`.' },
  },
} as const;

function example(type: VideoEventType): object {
  const status = { 'video.started': 'PROCESSING', 'video.finished': 'COMPLETED', 'video.failed': 'FAILED' } as const;
  const video = exampleVideo(status[type]);
  return { type, timestamp: video.updated_at, org_id: ORG_ID, data: video };
}
