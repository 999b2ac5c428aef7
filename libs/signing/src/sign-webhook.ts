import { createHmac } from 'node:crypto';
import { webhookSecretBytes } from './webhook-secret.js';

export interface WebhookMessage {
  /** The same for all attempts of a delivery, so that a receiver can detect duplicates; without a `.`. */
  id: string;
  /** The time of this attempt, in whole Unix seconds. */
  timestampS: number;
  /** The body, exactly as sent. */
  body: Uint8Array;
  /** Every valid `whsec_…`, newest first. All of them sign, so a rotation breaks no receiver. */
  secrets: readonly [string, ...string[]];
}

/** The three headers of Standard Webhooks 1.0. */
export interface WebhookHeaders {
  'webhook-id': string;
  'webhook-timestamp': string;
  'webhook-signature': string;
}

/**
 * Signs one attempt: for each secret `v1,` and the base64 of HMAC-SHA256 over `id.timestamp.body`, separated by spaces
 * (Standard Webhooks 1.0, "Signature scheme").
 *
 * @throws RangeError when the id contains a `.`, the timestamp is no whole second, or a secret is malformed
 */
export function signWebhook(message: WebhookMessage): WebhookHeaders {
  const { id, timestampS, body, secrets } = message;
  // A dot would let one (id, timestamp) pair be read as another with the same signed bytes.
  if (id === '' || id.includes('.')) throw new RangeError('A webhook id is not empty and contains no ".".');
  if (!Number.isSafeInteger(timestampS) || timestampS < 0) throw new RangeError('A timestamp is in whole seconds.');
  const head = `${id}.${timestampS}.`;
  const signatures = secrets.map(
    (secret) => `v1,${createHmac('sha256', webhookSecretBytes(secret)).update(head).update(body).digest('base64')}`,
  );
  return { 'webhook-id': id, 'webhook-timestamp': String(timestampS), 'webhook-signature': signatures.join(' ') };
}
