import type { ObjectStore } from '#libs/storage';

/** The storage keys of one video. */
export interface FilesOfVideo {
  id: string;
  keys: readonly string[];
}

/** Number of failed requests after which the cause lies with the storage, not with a file. */
const MAX_FAILURES = 24;

/**
 * Removes the files of many videos at once. After a failure it retries with halves, so that a file that cannot be removed
 * does not keep the files of other videos.
 *
 * @returns the videos whose files are gone, and the first failure if there was one
 */
export async function removeFiles(
  store: Pick<ObjectStore, 'deleteAll'>,
  videos: readonly FilesOfVideo[],
): Promise<{ removed: string[]; failure?: unknown }> {
  const removed: string[] = [];
  const failures: unknown[] = [];
  const waiting = [videos];
  for (let some = waiting.shift(); some && failures.length < MAX_FAILURES; some = waiting.shift()) {
    try {
      await store.deleteAll(some.flatMap(({ keys }) => keys));
      removed.push(...some.map(({ id }) => id));
    } catch (failure) {
      failures.push(failure);
      const half = some.length >> 1;
      if (half > 0) waiting.push(some.slice(0, half), some.slice(half));
    }
  }
  return failures.length === 0 ? { removed } : { removed, failure: failures[0] };
}
