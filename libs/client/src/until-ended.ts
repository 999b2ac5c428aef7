import { unwrap } from './api-error.js';
import type { ApiClient, Video } from './client.js';

export interface Waiting {
  /** At the latest then it throws, ms. */
  timeoutMs: number;
  /** Told of every reading, the last one included. */
  onVideo?: (video: Video) => void;
  /** Reads at least this often, ms; by default as the API proposes. */
  everyMs?: number;
}

const DEFAULT_PAUSE_S = 2;

/**
 * Reads a video until it has ended, as often as the API proposes; an unchanged one costs no body, a failure that may
 * pass is tried again.
 *
 * @throws ApiError; Error when it has not ended in time
 */
export async function untilEnded(
  client: ApiClient,
  id: string,
  { timeoutMs, onVideo, everyMs }: Waiting,
): Promise<Video> {
  const deadline = Date.now() + timeoutMs;
  let video: Video | undefined;
  let etag: string | undefined;
  while (Date.now() < deadline) {
    const answer = await client.GET('/videos/{id}', {
      params: { path: { id }, header: { 'If-None-Match': etag } },
    });
    const { response } = answer;
    if (response.status !== 304 && !isPassing(response.status)) {
      video = await unwrap(Promise.resolve(answer));
      etag = response.headers.get('etag') ?? undefined;
      onVideo?.(video);
      if (video.status !== 'PROCESSING') return video;
    }
    const proposedMs = Number(response.headers.get('retry-after') ?? DEFAULT_PAUSE_S) * 1_000;
    await pause(Math.min(proposedMs, everyMs ?? Infinity, Math.max(0, deadline - Date.now())));
  }
  throw new Error(`The video ${id} has not ended within ${timeoutMs} ms${video ? ` (${video.progress} %)` : ''}`);
}

/** 429, 500 and 503 say when to come again. */
function isPassing(status: number): boolean {
  return status === 429 || status >= 500;
}

/** Node's and the browser's alike. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
