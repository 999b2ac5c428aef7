import type { Guard } from '#libs/net-guard';
import { openSpan } from '#libs/runtime';
import { signWebhook } from '#libs/signing';
import { parseRetryAfter } from './retry-schedule.js';

/** What is sent, where, and what it is signed with. */
export interface Dispatch {
  url: string;
  /** The same over all attempts. */
  webhookId: string;
  body: Uint8Array;
  secrets: readonly [string, ...string[]];
}

/** What came of one attempt; an error or a silence of the receiver is an outcome like any other. */
export interface AttemptOutcome {
  startedAt: Date;
  durationMs: number;
  /** HTTP status; null when there was no whole answer in time. */
  status: number | null;
  /** Why there was none; `CANCELED` when `signal` ended the attempt. */
  failure: string | null;
  retryAfterS: number | null;
  /** The first 4 KiB of the answer's body. */
  responseExcerpt: Buffer;
}

const MAX_RESPONSE_BYTES = 16_384;
const EXCERPT_BYTES = 4_096;

/** What ends an attempt before the receiver does. */
export interface AttemptLimits {
  /** For everything together, the body of the answer included. */
  timeoutMs: number;
  signal: AbortSignal;
}

/** One signed POST (API.md §6): no redirects, at most 16 KiB of the answer read. */
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

/** The outcome of an attempt that a fault of ours ended; callers see the failure, the log says what was wrong. */
export function brokenAttempt(startedAt: Date, nowMs: number): AttemptOutcome {
  const failure = 'INTERNAL_ERROR: the attempt could not be made';
  const durationMs = Math.max(0, nowMs - startedAt.getTime());
  return { startedAt, durationMs, status: null, failure, retryAfterS: null, responseExcerpt: Buffer.alloc(0) };
}

/** Of the address only the host is told: the rest may hold what only its owner should know. */
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
