import type { components } from './api-types.js';
import type { Video } from './client.js';
import { FramewrightError } from './framewright-error.js';

type Event = components['schemas']['Event'];
type BatchEvent = components['schemas']['BatchEvent'];
type AlertEvent = components['schemas']['AlertEvent'];

/**
 * The event that a webhook received. Its `type` states whether it is about a video or a batch, and determines the
 * video's status.
 */
export type WebhookEvent =
  | EventOf<'video.started', 'PROCESSING'>
  | EventOf<'video.finished', 'COMPLETED'>
  | EventOf<'video.failed', 'FAILED' | 'CANCELED'>
  | (Omit<BatchEvent, 'type'> & { type: 'batch.finished' })
  | (Omit<AlertEvent, 'type'> & { type: 'alert.low_balance' });

type EventOf<Type extends Event['type'], Status extends Video['status']> = Omit<Event, 'type' | 'data'> & {
  type: Type;
  data: Video & { status: Status };
};

export interface WebhookRequest {
  /** The body as it was received, before any parsing. */
  body: string | Uint8Array<ArrayBuffer> | ArrayBuffer;
  /** The headers of the request, of the Fetch API or of Node. */
  headers: Headers | Record<string, string | string[] | undefined>;
}

export interface VerifyOptions {
  /** Permitted difference between the time of the attempt and the clock, s. Default 300. */
  toleranceS?: number;
}

const SECRET_PREFIX = 'whsec_';
const SIGNATURE_PREFIX = 'v1,';

/**
 * Verifies a webhook request as Standard Webhooks 1.0 specifies, and parses its event. Comparisons take constant time.
 *
 * @param secret `whsec_…`, from the response that created the webhook or rotated its secret
 * @throws FramewrightError `INVALID_SIGNATURE`: respond with 400; TypeError for a malformed secret
 */
export async function verifyWebhook(
  { body, headers }: WebhookRequest,
  secret: string,
  { toleranceS = 300 }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature');
  const ageS = Math.abs(Date.now() / 1_000 - Number(timestamp));
  if (!/^\d+$/.test(timestamp) || ageS > toleranceS) {
    throw invalid(`webhook-timestamp differs from the clock by more than ${toleranceS} s`);
  }
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const signed = await new Blob([`${id}.${timestamp}.`, bytes]).arrayBuffer();
  const key = await hmacKey(secret);
  for (const signature of signatures.split(' ')) {
    if (!signature.startsWith(SIGNATURE_PREFIX)) continue;
    const candidate = fromBase64(signature.slice(SIGNATURE_PREFIX.length));
    if (candidate && (await crypto.subtle.verify('HMAC', key, candidate, signed))) {
      return JSON.parse(new TextDecoder().decode(bytes)) as WebhookEvent;
    }
  }
  throw invalid('No signature in webhook-signature is that of the body');
}

function headerOf(headers: WebhookRequest['headers'], name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  if (typeof value === 'string') return value;
  throw invalid(`The header ${name} is missing`);
}

async function hmacKey(secret: string): Promise<CryptoKey> {
  const bytes = secret.startsWith(SECRET_PREFIX) ? fromBase64(secret.slice(SECRET_PREFIX.length)) : undefined;
  if (!bytes || bytes.length === 0) throw new TypeError('The secret of a webhook is whsec_ and base64.');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function invalid(message: string): FramewrightError {
  return new FramewrightError(message, { code: 'INVALID_SIGNATURE' });
}
