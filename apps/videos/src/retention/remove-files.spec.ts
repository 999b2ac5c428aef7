import { describe, expect, it } from '@jest/globals';
import { removeFiles } from './remove-files.js';

const videos = Array.from({ length: 500 }, (_unused, n) => ({ id: String(n), keys: [`${n}.mp4`, `${n}.jpg`] }));

/** Refuses requests that name one of these keys. */
function refusing(...bad: string[]) {
  const asked: number[] = [];
  const deleteAll = (keys: readonly string[]): Promise<void> => {
    asked.push(keys.length);
    return keys.some((key) => bad.includes(key)) ? Promise.reject(new Error('AccessDenied')) : Promise.resolve();
  };
  return { deleteAll, asked };
}

describe('files are removed', () => {
  it('all at once where they can be', async () => {
    const store = refusing();
    expect(await removeFiles(store, videos)).toEqual({ removed: videos.map(({ id }) => id) });
    expect(store.asked).toEqual([1_000]);
  });

  it('except those that cannot be removed, which are reported', async () => {
    const { removed, failure } = await removeFiles(refusing('7.mp4', '311.jpg'), videos);
    expect(new Set(removed)).toEqual(new Set(videos.map(({ id }) => id).filter((id) => id !== '7' && id !== '311')));
    expect(failure).toEqual(new Error('AccessDenied'));
  });

  it('by a store that refuses everything after few requests: not at all', async () => {
    const store = refusing(...videos.flatMap(({ keys }) => keys));
    const { removed, failure } = await removeFiles(store, videos);
    expect([removed, failure]).toEqual([[], new Error('AccessDenied')]);
    expect(store.asked.length).toBeLessThanOrEqual(24);
  });
});
