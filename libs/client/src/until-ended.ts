import type { ApiClient, Video } from './client.js';
import { watch, type WatchOptions } from './watch.js';

export interface WaitOptions extends WatchOptions {
  /** Called with every state of the video, the last one included. */
  onProgress?: (video: Video) => void;
}

/**
 * Waits until a video ends, in any status.
 * @throws FramewrightError, `TIMEOUT` if the video has not ended in time; the signal's reason
 */
export async function untilEnded(
  client: ApiClient,
  id: string,
  { onProgress, ...options }: WaitOptions = {},
): Promise<Video> {
  let last: Video | undefined;
  for await (last of watch(client, id, options)) onProgress?.(last);
  return last!;
}
