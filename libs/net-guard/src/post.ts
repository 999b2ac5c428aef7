import { type Agent, request } from 'undici';
import { checkUrl, type UrlRules } from './check-url.js';
import { FetchError, type FetchFailure, startClock, toFetchError } from './fetch-error.js';

export interface PostLimits {
  /** Time for name resolution, connection, headers and body of the response together, ms. */
  timeoutMs: number;
  /** The bytes of the response's body to read; then the connection is closed and the response counts as read. */
  maxResponseBytes: number;
  signal?: AbortSignal | undefined;
}

/** Header fields by their lower-case names; a repeated field is an array. */
type AnswerHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The outcome of one POST. A failure is an expected outcome, not an exception. */
export type PostResult =
  | { answered: true; status: number; headers: AnswerHeaders; body: Buffer }
  | { answered: false; failure: FetchFailure; message: string };

/**
 * Sends a body to a caller's URL once. Follows no redirect, retries nothing and decompresses nothing. The response's
 * body must also end, or reach its limit, in time.
 */
export async function post(
  message: { url: string; headers: Record<string, string>; body: Uint8Array },
  limits: PostLimits,
  door: { agent: Agent; rules: UrlRules },
): Promise<PostResult> {
  const { signal, bounds } = startClock(limits);
  try {
    const checked = checkUrl(message.url, door.rules);
    if (!checked.ok) throw new FetchError('URL_REFUSED', checked.fault.message);
    const headers = { 'accept-encoding': 'identity', ...message.headers };
    const answer = await request(checked.url, {
      dispatcher: door.agent,
      method: 'POST',
      headers,
      body: message.body,
      signal,
    });
    const body = await readUpTo(answer.body, limits.maxResponseBytes);
    return { answered: true, status: answer.statusCode, headers: answer.headers, body };
  } catch (error) {
    const { code, message: text } = toFetchError(error, bounds);
    return { answered: false, failure: code, message: text };
  }
}

async function readUpTo(body: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // Leaving the loop destroys the body and its connection: the rest is not transferred.
  for await (const chunk of body) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= maxBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, maxBytes);
}
