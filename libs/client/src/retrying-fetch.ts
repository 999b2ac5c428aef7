import type { paths } from './api-types.js';
import type { CallOptions } from './call-options.js';
import { FramewrightError } from './framewright-error.js';
import { pause } from './pause.js';
import { retryAfterS } from './retry-after.js';
import { retryDelayMs } from './retry-delay.js';
import { timeLimit } from './time-limit.js';

/** A `fetch` that takes a request only. */
export type Fetch = (request: Request) => Promise<Response>;

/** Sends a request, repeatedly if it may be. */
export type RetryingFetch = (
  request: Request,
  /** `streamed`: the limits apply until the headers have arrived, and the caller reads the body. */
  options?: CallOptions & { streamed?: boolean },
) => Promise<Response>;

const KEY_HEADER = 'Idempotency-Key';
/** POST requests that take an Idempotency-Key. The type demands an entry for every operation that takes one. */
const KEYED_PATHS = {
  '/videos': /^\/videos$/,
  '/videos/{id}/correct': /^\/videos\/[^/]+\/correct$/,
  '/batches': /^\/batches$/,
  '/batches/{id}/retry': /^\/batches\/[^/]+\/retry$/,
  '/operator/organizations/{id}/grants': /^\/operator\/organizations\/[^/]+\/grants$/,
} satisfies Record<KeyedPath, RegExp>;
/** Paths of POST requests that may be repeated without an Idempotency-Key. Clients in other languages have them from here. */
export const REPEATABLE_PATHS = /^\/(?:videos|batches)\/(?:validate|[^/]+\/cancel)$/;

type KeyedPath = {
  [Path in keyof paths]: typeof KEY_HEADER extends PostHeaders<paths[Path]> ? Path : never;
}[keyof paths];
type PostHeaders<Item> = Item extends { post: { parameters: { header?: infer Header } } }
  ? Header extends object
    ? keyof Header
    : never
  : never;

/**
 * `fetch` with retries, time limits and an Idempotency-Key. It resolves to the response of the last try, of any status.
 * Only a request that was refused, or that can be repeated without a second effect, is sent again.
 *
 * @throws FramewrightError `NO_RESPONSE` or `TIMEOUT` if the last try has no complete response; the reason of the
 *   request's signal
 */
export function retryingFetch(fetch: Fetch, baseUrl: string, defaults: Required<CallOptions>): RetryingFetch {
  return async (original, options = {}) => {
    const { timeoutMs = defaults.timeoutMs, retries = defaults.retries, streamed = false } = options;
    const endMs = Date.now() + (options.retryForMs ?? defaults.retryForMs);
    const path = original.url.slice(baseUrl.length).split('?', 1)[0]!;
    const request = withKey(original, path);
    const body = await request.arrayBuffer();
    const isRepeatable = canRepeat(request, path);
    for (let failures = 0; ;) {
      const result = await tryOnce(fetch, request, body, { timeoutMs, streamed });
      const delayMs = retryDelayMs(result, { isRepeatable, retries, failures }, Math.random());
      if (delayMs === undefined || Date.now() + delayMs > endMs) {
        if (result instanceof FramewrightError) throw result;
        return result.response;
      }
      if (result.retryAfterS === undefined) failures++;
      await pause(delayMs, original.signal);
    }
  };
}

/** The request with a key of its own if it takes one and has none. */
function withKey(request: Request, path: string): Request {
  const takesKey = request.method === 'POST' && Object.values(KEYED_PATHS).some((known) => known.test(path));
  if (!takesKey || request.headers.has(KEY_HEADER)) return request;
  const headers = new Headers(request.headers);
  headers.set(KEY_HEADER, randomKey());
  return new Request(request, { headers });
}

/** Whether sending the request twice has the effect of sending it once. */
function canRepeat({ method, headers }: Request, path: string): boolean {
  return method !== 'POST' || headers.has(KEY_HEADER) || REPEATABLE_PATHS.test(path);
}

/** 128 random bits. Unlike `crypto.randomUUID` this works on pages without TLS. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

interface Try {
  timeoutMs: number;
  streamed: boolean;
}

/** @returns the response, read completely unless it is a stream, or the error in place of one */
async function tryOnce(
  fetch: Fetch,
  request: Request,
  body: ArrayBuffer,
  { timeoutMs, streamed }: Try,
): Promise<{ response: Response; status: number; retryAfterS: number | undefined } | FramewrightError> {
  const where = `${request.method} ${request.url}`;
  const limit = timeLimit(timeoutMs, request.signal, () => {
    return new FramewrightError(`${where}: no complete response within ${timeoutMs} ms`, { code: 'TIMEOUT' });
  });
  try {
    const init = { signal: limit.signal, ...(body.byteLength > 0 && { body }) };
    const response = await fetch(new Request(request, init));
    if (!streamed && !isEventStream(response)) await response.clone().arrayBuffer(); // fails here, where it is retried
    return { response, status: response.status, retryAfterS: retryAfterS(response.headers) };
  } catch (cause) {
    request.signal.throwIfAborted();
    if (cause instanceof FramewrightError) return cause;
    return new FramewrightError(`${where}: no complete response`, { code: 'NO_RESPONSE', cause });
  } finally {
    limit.clear();
  }
}

function isEventStream({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('text/event-stream') ?? false;
}
