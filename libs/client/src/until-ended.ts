import { unwrap } from './api-error.js';
import type { ApiClient, Video } from './client.js';

export interface Waiting {
  /** Time after which it throws, ms. */
  timeoutMs: number;
  /** Called after every read, the last one included. */
  onVideo?: (video: Video) => void;
  /** Longest pause between two reads, ms. Default: as the API proposes. */
  everyMs?: number;
}

const DEFAULT_PAUSE_S = 2;

/**
 * Reads a video until it ends, at the interval that the API proposes. Unchanged videos are not sent again. Temporary
 * failures are retried.
 *
 * @throws ApiError; Error if the video has not ended in time
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
    if (response.status !== 304 && !isTemporary(response.status)) {
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

/** Whether a later attempt may succeed. */
function isTemporary(status: number): boolean {
  return status === 429 || status >= 500;
}

/** Works in Node and in browsers. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
