import type { Guard } from '#libs/net-guard';
import { openSpan } from '#libs/runtime';
import { signWebhook } from '#libs/signing';
import { parseRetryAfter } from './retry-schedule.js';

/** One request to send: its target, its body and the secrets that sign it. */
export interface Dispatch {
  url: string;
  /** The same in all attempts. */
  webhookId: string;
  body: Uint8Array;
  secrets: readonly [string, ...string[]];
}

/** The outcome of one attempt; an error status and a missing response are outcomes, not exceptions. */
export interface AttemptOutcome {
  startedAt: Date;
  durationMs: number;
  /** HTTP status; null if no complete response was received in time. */
  status: number | null;
  /** The reason why no response was received; `CANCELED` if `signal` ended the attempt. Null if one was. */
  failure: string | null;
  retryAfterS: number | null;
  /** The first 4 KiB of the response body. */
  responseExcerpt: Buffer;
}

const MAX_RESPONSE_BYTES = 16_384;
const EXCERPT_BYTES = 4_096;

/** Limits at which an attempt is ended. */
interface AttemptLimits {
  /** Limit of the whole attempt, the response body included. */
  timeoutMs: number;
  signal: AbortSignal;
}

/** Sends one signed POST (docs/api/webhooks.md): follows no redirect and reads at most 16 KiB of the response. */
export async function attemptDelivery(
  guard: Guard,
  dispatch: Dispatch,
  limits: AttemptLimits,
): Promise<AttemptOutcome> {
  const startedAt = new Date();
  const started = performance.now();
  const { webhookId: id, body, secrets } = dispatch;
  const signed = signWebhook({ id, timestampS: Math.floor(startedAt.getTime() / 1000), body, secrets });
  const headers = { ...signed, 'content-type': 'application/json', 'user-agent': 'Framewright-Webhooks/1' };
  const post = { ...limits, maxResponseBytes: MAX_RESPONSE_BYTES };
  const result = await tracedPost(dispatch.url, () => guard.post(dispatch.url, body, headers, post));
  const durationMs = Math.round(performance.now() - started);
  if (!result.answered) {
    const failure = `${result.failure}: ${result.message}`;
    return { startedAt, durationMs, status: null, failure, retryAfterS: null, responseExcerpt: Buffer.alloc(0) };
  }
  return {
    startedAt,
    durationMs,
    status: result.status,
    failure: null,
    retryAfterS: parseRetryAfter(result.headers['retry-after'], Date.now()),
    responseExcerpt: result.body.subarray(0, EXCERPT_BYTES),
  };
}

/** The outcome of an attempt that failed by an internal error; callers see the failure, the log has the error. */
export function brokenAttempt(startedAt: Date, nowMs: number): AttemptOutcome {
  const failure = 'INTERNAL_ERROR: the attempt could not be made';
  const durationMs = Math.max(0, nowMs - startedAt.getTime());
  return { startedAt, durationMs, status: null, failure, retryAfterS: null, responseExcerpt: Buffer.alloc(0) };
}

/** Sends the POST in a span that names the host only, because path and query may contain secrets. */
async function tracedPost(url: string, post: () => ReturnType<Guard['post']>): ReturnType<Guard['post']> {
  const { hostname, port, protocol } = new URL(url);
  const attributes = {
    'http.request.method': 'POST',
    'server.address': hostname,
    'server.port': Number(port) || (protocol === 'http:' ? 80 : 443),
  };
  const span = openSpan('POST', { kind: 'client', attributes });
  const result = await span.run(post);
  if (result.answered) span.set({ 'http.response.status_code': result.status });
  const failure = result.answered ? String(result.status) : result.failure;
  span.end(result.answered && result.status < 400 ? undefined : failure);
  return result;
}
