import pLimit from 'p-limit';
import type { ObjectStore } from '#libs/storage';
import { workPrefix } from '../videos/storage-keys.js';

/** Lists in progress at the same time: an S3-compatible store answers each after tens of milliseconds. */
const LISTS_AT_ONCE = 16;

/** Lists what the renderers of each video have stored, in the order of the videos. */
export function workFilesOf(
  store: Pick<ObjectStore, 'list'>,
  videos: readonly { id: string }[],
): Promise<{ id: string; keys: string[] }[]> {
  return pLimit(LISTS_AT_ONCE).map(videos, async ({ id }) => {
    const keys: string[] = [];
    for await (const { key } of store.list(workPrefix(id))) keys.push(key);
    return { id, keys };
  });
}
