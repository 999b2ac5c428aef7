import { type VideoStatus, WEBHOOK_EVENTS, type WebhookEventType } from '#libs/contracts';
import { refToEvent } from './event-schemas.js';
import { EXAMPLE_OF_FINISHED_BATCH, EXAMPLE_OF_LOW_BALANCE, exampleVideo, ORG_ID } from './examples.js';
import type { TagName } from './introduction.js';

const WHEN: Readonly<Record<WebhookEventType, string>> = {
  'video.started': 'Rendering of the video has begun.',
  'video.finished': 'The video is COMPLETED and its file can be downloaded.',
  'video.failed': 'The video FAILED or was CANCELED (see `data.status`). A `video.started` may not have preceded it.',
  'batch.finished': 'Every video of the batch has ended: `data.videos` counts how.',
  'alert.low_balance': 'The credits that can be spent fell below the threshold of the organization.',
};

const HEADERS = [
  ['webhook-id', 'Id of the event, the same in every attempt.', '^evt_[0-9a-f]{32}$'],
  ['webhook-timestamp', 'Time of the attempt, in Unix seconds.', '^[0-9]+$'],
  [
    'webhook-signature',
    'Signature `v1,<base64 HMAC-SHA256>`. For 24 h after a rotation of the secret there are two, separated by a space.',
    '^v1,[!-~ ]+$',
  ],
] as const;

/** The `url` of the request that registered the webhook. */
const TO_WEBHOOK = '{$request.body#/url}';

/**
 * The requests that a webhook receives, as callbacks of its registration. In a `webhooks` section, OpenAPI Generator would
 * make methods of them that a client has no use for, in Python with syntax errors.
 */
export function callbackOperations(): Record<string, object> {
  return Object.fromEntries(WEBHOOK_EVENTS.map((type) => [type, { [TO_WEBHOOK]: { post: callback(type) } }]));
}

function callback(type: WebhookEventType): object {
  return {
    operationId: `on_${type.replace('.', '_')}`,
    summary: WHEN[type],
    description:
      'Signed as Standard Webhooks 1.0 specifies. Respond with 2xx within 15 s. Any other outcome is retried: ten attempts in total, over about three days. A response of 410 disables the webhook.',
    tags: ['Events' satisfies TagName],
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
      content: { 'application/json': { schema: refToEvent(type), example: example(type) } },
    },
    responses: { '2XX': { description: 'Received.' }, '410': { description: 'Disable this webhook.' } },
  };
}

/** An example of each event's data, and its time. */
const EXAMPLES: Readonly<Record<WebhookEventType, { timestamp: unknown; data: object }>> = {
  'video.started': ofVideo('PROCESSING'),
  'video.finished': ofVideo('COMPLETED'),
  'video.failed': ofVideo('FAILED'),
  'batch.finished': { timestamp: EXAMPLE_OF_FINISHED_BATCH.finished_at, data: EXAMPLE_OF_FINISHED_BATCH },
  'alert.low_balance': { timestamp: EXAMPLE_OF_LOW_BALANCE.created_at, data: EXAMPLE_OF_LOW_BALANCE },
};

function ofVideo(status: VideoStatus): { timestamp: unknown; data: object } {
  const data = exampleVideo(status);
  return { timestamp: data.updated_at, data };
}

function example(type: WebhookEventType): object {
  const { timestamp, data } = EXAMPLES[type];
  return { type, timestamp, org_id: ORG_ID, data };
}
