import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '#libs/testing';
import { storageConformance } from './conformance/storage-conformance.js';
import { DiskStore } from './disk-store.js';
import { MissingObjectError, type ObjectStore } from './object-store.js';
import { openObjectStore } from './storage.module.js';

const root = temporaryFolder('disk-store');
afterAll(() => rmSync(root, { recursive: true }));

storageConformance('DiskStore', () => openObjectStore({ storageUrl: pathToFileURL(join(root, 'conformance')).href }));

describe('DiskStore', () => {
  it('leaves nothing behind: no temporary file, no empty folder', async () => {
    const store = new DiskStore(join(root, 'clean'));
    await store.put('a/b/c.txt', Buffer.from('x'), { contentType: 'text/plain; charset=utf-8' });
    await store.copy('a/b/c.txt', 'a/b/d.txt');
    await store.copy('a/b/c.txt', 'a/b/d.txt');
    await store.delete('a/b/c.txt');
    await store.delete('a/b/d.txt');
    expect(readdirSync(join(root, 'clean/incoming'))).toEqual([]);
    expect(readdirSync(join(root, 'clean/objects'))).toEqual([]);
  });

  it('sweeps what a dead process left, and leaves alone what may still be written', async () => {
    const incoming = join(root, 'swept/incoming');
    mkdirSync(incoming, { recursive: true });
    for (const name of ['abandoned', 'fresh']) writeFileSync(join(incoming, name), 'x');
    const longAgo = new Date(Date.now() - 25 * 3_600_000);
    utimesSync(join(incoming, 'abandoned'), longAgo, longAgo);
    await openObjectStore({ storageUrl: pathToFileURL(join(root, 'swept')).href });
    expect(readdirSync(incoming)).toEqual(['fresh']);
  });
});

describe('DiskStore on a volume that is away', () => {
  const TXT = { contentType: 'text/plain; charset=utf-8' };
  const [volume, elsewhere, local] = ['volume', 'elsewhere', 'local.txt'].map((name) => join(root, name)) as [
    string,
    string,
    string,
  ];
  const store = new DiskStore(volume);

  const operations: [string, () => Promise<unknown>][] = [
    ['put', () => store.put('a/new.txt', Buffer.from('x'), TXT)],
    ['putFile', () => store.putFile('new.txt', join(root, 'given.txt'), TXT)],
    ['open', () => store.open('a/b.txt')],
    ['open of a missing object', () => store.open('a/none.txt')],
    ['head', () => store.head('a/b.txt')],
    ['copy', () => store.copy('a/b.txt', 'a/c.txt')],
    ['getToFile', () => store.getToFile('a/b.txt', local)],
    ['delete', () => store.delete('a/b.txt')],
    ['list', () => keysOf(store)],
  ];

  beforeAll(async () => {
    writeFileSync(join(root, 'given.txt'), 'given');
    await store.put('a/b.txt', Buffer.from('kept'), TXT);
  });

  const absences: [string, () => void, () => void][] = [
    ['is missing', () => undefined, () => undefined],
    ['is an empty mount point', () => mkdirSync(volume), () => rmSync(volume, { recursive: true })],
    ['is not a folder', () => writeFileSync(volume, ''), () => rmSync(volume)],
  ];

  it.each(absences)(
    'fails for a time when the root %s: no object counts as missing',
    async (_name, leave, comeBack) => {
      renameSync(volume, elsewhere);
      leave();
      try {
        for (const [name, operation] of operations) {
          const failure = await operation().catch((error: unknown) => error);
          expect({ name, failure }).toMatchObject({ name, failure: { name: 'StorageError', isTemporary: true } });
        }
        await expect(store.sweepAbandoned(new Date())).resolves.toBeUndefined();
      } finally {
        comeBack();
        renameSync(elsewhere, volume); // would fail if anything had been written meanwhile
      }
      expect(await text((await store.open('a/b.txt'))!.stream)).toBe('kept');
      await store.getToFile('a/b.txt', local);
      expect(readFileSync(local, 'utf8')).toBe('kept');
      await expect(store.getToFile('a/none.txt', local)).rejects.toThrow(MissingObjectError);
      expect(await keysOf(store)).toEqual(['a/b.txt']);
    },
  );
});

async function keysOf(store: ObjectStore): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list('')) keys.push(key);
  return keys;
}
