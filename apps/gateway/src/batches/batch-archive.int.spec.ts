import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { afterAll, expect, it } from '@jest/globals';
import { fromBufferPromise } from 'yauzl';
import type { ManifestEntry } from '#libs/contracts';
import { contentTypeOf, DiskStore } from '#libs/storage';
import { eventually, holdingsOf, temporaryFolder } from '#libs/testing';
import { archivedFile, type ArchivedFile, archiveOf } from './batch-archive.js';

const folder = temporaryFolder('batch-archives');
const store = new DiskStore(folder);
const ID = '0189c0de-0000-7000-8000-000000000001';
const keyOf = (letter: string) => `videos/${ID}/${letter.repeat(22)}.mp4`;

afterAll(() => rmSync(folder, { recursive: true }));

async function* filesOf(...letters: string[]): AsyncGenerator<ArchivedFile> {
  for (const letter of letters) yield await Promise.resolve({ name: `${letter}.mp4`, key: keyOf(letter) });
}

async function put(letter: string, content: Buffer): Promise<void> {
  await store.put(keyOf(letter), content, { contentType: contentTypeOf(keyOf(letter)) });
}

it('an archive has the bytes of every file that is there, under its name', async () => {
  await put('a', Buffer.from('first'));
  await put('c', Buffer.alloc(300_000, 7));
  const bytes = await buffer(archiveOf(store, filesOf('a', 'b', 'c')));
  const zip = await fromBufferPromise(bytes, { lazyEntries: true, autoClose: false });
  const found: Record<string, Buffer> = {};
  for await (const entry of zip.eachEntry())
    found[entry.fileName] = await buffer(await zip.openReadStreamPromise(entry));
  expect(found).toEqual({ 'a.mp4': Buffer.from('first'), 'c.mp4': Buffer.alloc(300_000, 7) });
});

it('an archive of nothing is one without entries', async () => {
  const zip = await fromBufferPromise(await buffer(archiveOf(store, filesOf())), { lazyEntries: true });
  expect(zip.entryCount).toBe(0);
});

it('an archive whose caller hangs up opens no further file and leaves none open', async () => {
  await put('d', Buffer.alloc(20_000_000, 1));
  const archive = archiveOf(store, filesOf('d', 'd', 'd'));
  await once(archive, 'readable');
  archive.destroy();
  await eventually(() => {
    expect(holdingsOf()?.files.filter((path) => path.startsWith(folder)) ?? []).toEqual([]);
  });
});

it('a file is named by its row, a size of its own and its video; what has not finished has none', () => {
  const entry = { row: 7, size: 'default', video_id: ID, video_url: `https://files.example.com/${keyOf('a')}` };
  const fileOf = (change: object) => archivedFile(Object.assign({}, entry, change) as ManifestEntry);
  expect(fileOf({})).toEqual({ name: `00007-${ID}.mp4`, key: keyOf('a') });
  expect(fileOf({ size: 'tall' })?.name).toBe(`00007-tall-${ID}.mp4`);
  expect(fileOf({ video_url: null })).toBeUndefined();
  expect(fileOf({ video_url: 'https://x.example/assets/media/../secret.mp4' })).toBeUndefined();
});
