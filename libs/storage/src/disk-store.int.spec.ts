import { mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '#libs/testing';
import { storageConformance } from './conformance/storage-conformance.js';
import { DiskStore } from './disk-store.js';
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
