import type { ApiClient, Video, VideoRequest } from './client.js';
import { download, type Downloaded, type DownloadTarget } from './download.js';
import { FramewrightError } from './framewright-error.js';
import { untilEnded, type WaitOptions } from './until-ended.js';
import { unwrap } from './unwrap.js';

export interface RenderOptions<To extends DownloadTarget | undefined = DownloadTarget | undefined> extends WaitOptions {
  /** Destination of the file. Default: memory. A path needs Node. */
  to?: To;
  /** With the same key and request, a program that was started again continues its first video. Default: random. */
  idempotencyKey?: string;
  /** Cancels the video if the wait ends before it: by the signal, the time limit or an error. Default false. */
  cancelOnAbort?: boolean;
}

export interface Rendered<To> {
  video: Video;
  file: Downloaded<To>;
}

/** Time within which a video is canceled after its wait ended, ms. */
const CANCEL_WITHIN_MS = 10_000;

/**
 * Creates a video, waits until it is COMPLETED and downloads its file.
 *
 * @returns the video, and the bytes of its file unless they went to `to`
 * @throws FramewrightError with the code of the video's error if it FAILED or was CANCELED; else as
 *   {@link untilEnded} and {@link download}
 */
export async function render<To extends DownloadTarget | undefined = undefined>(
  client: ApiClient,
  request: VideoRequest,
  { to, idempotencyKey, cancelOnAbort = false, ...waiting }: RenderOptions<To> = {},
): Promise<Rendered<To>> {
  const { signal, onProgress } = waiting;
  const created = await unwrap(
    client.POST('/videos', {
      body: request,
      headers: { 'Idempotency-Key': idempotencyKey },
      // Without the response there is no id to cancel.
      signal: cancelOnAbort ? undefined : signal,
    }),
  );
  onProgress?.(created);
  const video = await untilEnded(client, created.id, waiting).catch(async (error: unknown) => {
    if (cancelOnAbort) await cancel(client, created.id);
    throw error;
  });
  if (video.status !== 'COMPLETED') throw failure(video);
  return { video, file: await download(client, video.video_url, { to, signal }) };
}

/** Tries to cancel a video. A failure is ignored, because the error that ended the wait is the one to report. */
async function cancel(client: ApiClient, id: string): Promise<void> {
  const params = { path: { id } };
  await client.POST('/videos/{id}/cancel', { params, retryForMs: CANCEL_WITHIN_MS }).catch(() => undefined);
}

function failure(video: Video): FramewrightError {
  const { code = 'UNKNOWN', message = '' } = video.error ?? {};
  return new FramewrightError(`The video ${video.id} ended as ${video.status}: ${message}`, { code, video });
}
