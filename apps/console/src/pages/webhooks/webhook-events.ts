import type { WebhookEvent } from '../../api/webhooks.ts';

/** Every event that a webhook can receive, and when it is sent. */
const MEANINGS = {
  'video.started': 'A renderer has begun a video.',
  'video.finished': 'A video is completed and its file can be read.',
  'video.failed': 'A video has failed or was canceled.',
  'alert.low_balance': 'The credits that can be spent fell below your threshold.',
  'batch.finished': 'The last video of a batch has ended.',
} as const satisfies Record<WebhookEvent, string>;

export const EVENT_MEANINGS = Object.entries(MEANINGS) as [WebhookEvent, string][];
