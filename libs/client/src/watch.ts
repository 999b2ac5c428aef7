import type { ApiClient, Video } from './client.js';
import { FramewrightError } from './framewright-error.js';
import { pause } from './pause.js';
import { readChunks } from './read-chunks.js';
import { parseEvents } from './server-sent-events.js';
import { timeLimit } from './time-limit.js';
import { unwrap } from './unwrap.js';

export interface WatchOptions {
  /** Ends the wait with its reason. */
  signal?: AbortSignal;
  /** Time limit until the video ends, ms. Default 3,600,000: one hour. */
  timeoutMs?: number;
}

/** Time without a byte after which a stream is considered broken, ms. The API sends some every 15 s. */
const IDLE_MS = 45_000;
/** Delay before a stream is opened again, and between two reads if the API proposes none, ms. */
const DELAY_MS = 2_000;

/**
 * The states of a video as they change, up to its end. They come from the event stream of the API, or from repeated
 * reads where event streams do not get through. They continue after an outage of the API.
 *
 * @throws FramewrightError, `TIMEOUT` if the video has not ended in time; the signal's reason
 */
export async function* watch(
  client: ApiClient,
  id: string,
  { signal, timeoutMs = 3_600_000 }: WatchOptions = {},
): AsyncGenerator<Video, void> {
  let video: Video | undefined;
  const limit = timeLimit(timeoutMs, signal, () => {
    const message = `The video ${id} has not ended within ${timeoutMs} ms`;
    return new FramewrightError(message, { code: 'TIMEOUT', video });
  });
  try {
    for await (video of statesOf(client, id, limit.signal)) yield video;
  } finally {
    limit.clear();
  }
}

async function* statesOf(client: ApiClient, id: string, signal: AbortSignal): AsyncGenerator<Video, void> {
  try {
    yield* streamedStates(client, id, signal);
  } catch {
    signal.throwIfAborted();
    yield* polledStates(client, id, signal);
  }
}

/** @throws Error if no stream can be opened, or if one delivers nothing */
async function* streamedStates(client: ApiClient, id: string, signal: AbortSignal): AsyncGenerator<Video, void> {
  let lastEventId: string | undefined;
  for (;;) {
    const { response } = await client.GET('/videos/{id}/events', {
      params: { path: { id }, header: { 'Last-Event-ID': lastEventId } },
      parseAs: 'stream',
      signal,
      retries: 2,
    });
    if (!response.ok) throw new Error(`The stream was refused with ${response.status}`);
    try {
      for await (const event of parseEvents(readChunks(response, IDLE_MS, signal))) {
        if (event.type !== 'video') continue;
        lastEventId = event.id;
        const video = JSON.parse(event.data) as Video;
        yield video;
        if (video.status !== 'PROCESSING') return;
      }
    } catch (error) {
      if (error instanceof FramewrightError || error instanceof SyntaxError) throw error;
    }
    await pause(DELAY_MS, signal); // the stream ended early: its time is over, or the gateway stopped
  }
}

async function* polledStates(client: ApiClient, id: string, signal: AbortSignal): AsyncGenerator<Video, void> {
  let etag: string | undefined;
  for (;;) {
    const result = await client.GET('/videos/{id}', {
      params: { path: { id }, header: { 'If-None-Match': etag } },
      signal,
      retries: Infinity,
      retryForMs: Infinity,
    });
    if (result.response.status !== 304) {
      const video = await unwrap(result);
      etag = result.response.headers.get('etag') ?? undefined;
      yield video;
      if (video.status !== 'PROCESSING') return;
    }
    const proposedS = Number(result.response.headers.get('retry-after') ?? Number.NaN);
    await pause(Number.isNaN(proposedS) ? DELAY_MS : proposedS * 1_000, signal);
  }
}
