import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { afterAll, describe, expect, it, jest } from '@jest/globals';
import { ZipFile } from 'yazl';
import type { AppError } from '#libs/contracts';
import { contentTypeOf, DiskStore } from '#libs/storage';
import { eventually, finalizeGarbage, holdingsOf, temporaryFolder } from '#libs/testing';
import { openArchive } from './read-archive.js';
import { writeArchive } from './write-archive.js';

const folder = temporaryFolder('archives');
const store = new DiskStore(folder);
const MANIFEST = { archive_version: 1 as const, document: { name: 'Card' }, media: [] };
const FILE = { url: 'https://files.example.com/media/a/b.png', file: 'media/1.png', name: 'b.png' };
let stored = 0;

afterAll(() => rmSync(folder, { recursive: true }));

type Entries = Readonly<Record<string, string | Buffer>>;

async function zipOf(entries: Entries): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(entries)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return buffer(zip.outputStream as Readable);
}

const withManifest = (manifest: object, files: Entries = {}) =>
  zipOf({ 'template.json': JSON.stringify({ ...MANIFEST, ...manifest }), ...files });

async function open(bytes: Buffer) {
  stored += 1;
  const key = `imports/${stored}.zip`;
  await store.put(key, bytes, { contentType: contentTypeOf(key) });
  return openArchive(store, key, bytes.length);
}

async function faultsOf(bytes: Buffer): Promise<string[]> {
  const { details } = await open(bytes).then(
    () => ({ details: [] }),
    (error: unknown) => error as AppError,
  );
  return (details as { field: string; message: string }[]).map(({ field, message }) => `${field}: ${message}`);
}

/** Files of the store that this process has open. */
function openFiles(): string[] {
  return holdingsOf()?.files.filter((path) => path.startsWith(folder)) ?? [];
}

/** The archive with a name replaced by another of the same length, as no honest program would write it. */
function renamed(zip: Buffer, from: string, to: string): Buffer {
  return Buffer.from(zip.toString('latin1').replaceAll(from, to), 'latin1');
}

/** An archive whose directory has `count` entries `media/` and states the number `stated`. */
function foldersOf(count: number, stated = count): Buffer {
  const name = Buffer.from('media/');
  const local = Buffer.alloc(30 + name.length);
  local.write('PK\x03\x04', 'latin1');
  local.writeUInt16LE(name.length, 26);
  name.copy(local, 30);
  const entry = Buffer.alloc(46 + name.length);
  entry.write('PK\x01\x02', 'latin1');
  entry.writeUInt16LE(name.length, 28);
  name.copy(entry, 46);
  const directory = Buffer.alloc(count * entry.length, entry);
  return Buffer.concat([local, directory, endOf({ entries: stated, start: local.length, bytes: directory.length })]);
}

/** The end of an archive, with the end of ZIP64 where the numbers need it. */
function endOf({ entries, start, bytes }: { entries: number; start: number; bytes: number }): Buffer {
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  if (entries < 0xffff) {
    for (const at of [8, 10]) end.writeUInt16LE(entries, at);
    end.writeUInt32LE(bytes, 12);
    end.writeUInt32LE(start, 16);
    return end;
  }
  end.fill(0xff, 8, 20);
  const large = Buffer.alloc(56 + 20);
  large.write('PK\x06\x06', 'latin1');
  large.writeBigUInt64LE(44n, 4);
  for (const at of [24, 32]) large.writeBigUInt64LE(BigInt(entries), at);
  large.writeBigUInt64LE(BigInt(bytes), 40);
  large.writeBigUInt64LE(BigInt(start), 48);
  large.write('PK\x06\x07', 56, 'latin1');
  large.writeBigUInt64LE(BigInt(start + bytes), 64);
  large.writeUInt32LE(1, 72);
  return Buffer.concat([large, end]);
}

describe('an archive of a template', () => {
  it.each<[string, (archive: Readable) => unknown]>([
    ['at once', () => undefined],
    ['after its first bytes', (archive) => once(archive, 'readable')],
  ])('whose reader leaves %s leaves no file open', async (_when, read) => {
    await store.put('media/org/large.png', Buffer.alloc(2_000_000), { contentType: 'image/png' });
    const files = [1, 2, 3].map((n) => ({
      file: `media/${n}.png`,
      storageKey: 'media/org/large.png',
      bytes: 2_000_000,
    }));
    const archive = writeArchive(store, { manifest: MANIFEST, files, mtime: new Date(0) });
    archive.on('error', () => undefined);
    await read(archive);
    archive.destroy();
    await eventually(() => expect(openFiles()).toEqual([]), { timeoutMs: 5_000 });
    await finalizeGarbage();
  });

  it('that was written here is read as it was', async () => {
    const photo = Buffer.alloc(300_000, 7);
    await store.put('media/org/b.png', photo, { contentType: 'image/png' });
    const manifest = { ...MANIFEST, media: [FILE] };
    const files = [{ file: FILE.file, storageKey: 'media/org/b.png', bytes: photo.length }];
    const write = () => buffer(writeArchive(store, { manifest, files, mtime: new Date(0) }));
    const archive = await open(await write());
    expect(archive.manifest).toEqual(manifest);
    expect(archive.sizeOf(FILE.file)).toBe(photo.length);
    expect((await buffer(await archive.open(FILE.file))).equals(photo)).toBe(true);
    expect((await write()).equals(await write())).toBe(true);
  });

  it('with a file that is gone fails to be written', async () => {
    const files = [{ file: FILE.file, storageKey: 'media/org/gone.png', bytes: 3 }];
    const archive = writeArchive(store, { manifest: MANIFEST, files, mtime: new Date(0) });
    await expect(buffer(archive)).rejects.toThrow('media/org/gone.png is not in the store');
  });

  it.each([20_000, 1_000_000])('with a directory of %d folders is refused, and only its end read', async (count) => {
    const opened = jest.spyOn(store, 'open');
    expect(await faultsOf(foldersOf(count))).toEqual(['body: the archive must have at most 100 files']);
    expect(opened).toHaveBeenCalledTimes(1);
    opened.mockRestore();
  });

  it('whose directory is larger than any that is needed is refused, and only its end read', async () => {
    const opened = jest.spyOn(store, 'open');
    expect(await faultsOf(foldersOf(20_000, 100))).toEqual([
      'body: the archive must have a directory of at most 131072 bytes',
    ]);
    expect(opened).toHaveBeenCalledTimes(1);
    opened.mockRestore();
  });

  it('may have the folder of its files once', async () => {
    expect(await faultsOf(foldersOf(1))).toEqual(['body: the archive must have an entry template.json']);
    expect(await faultsOf(foldersOf(2))).toEqual([expect.stringContaining('"media/"')]);
  });

  it.each([
    [
      'a path upward',
      () =>
        withManifest({}, { 'media/aaaaa.png': 'x' }).then((zip) =>
          renamed(zip, 'media/aaaaa', '../../aaa'.slice(0, 11)),
        ),
      'the archive must be a valid zip archive',
    ],
    [
      'a name with a folder',
      () => withManifest({}, { 'media/a/b.png': 'x' }),
      'the archive has an entry "media/a/b.png"; only template.json and media/<file> are taken',
    ],
    [
      'a hidden file',
      () => withManifest({}, { 'media/.b.png': 'x' }),
      'the archive has an entry "media/.b.png"; only template.json and media/<file> are taken',
    ],
    [
      'another file',
      () => withManifest({}, { 'notes.txt': 'x' }),
      'the archive has an entry "notes.txt"; only template.json and media/<file> are taken',
    ],
    [
      'two entries of one name',
      () =>
        withManifest({}, { 'media/a.png': 'x', 'media/b.png': 'x' }).then((zip) =>
          renamed(zip, 'media/b.png', 'media/a.png'),
        ),
      'the archive has two entries media/a.png',
    ],
    [
      'too many files',
      () =>
        withManifest({}, Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`media/${index}.png`, 'x']))),
      'the archive must have at most 100 files',
    ],
    [
      'a file that unpacks to a thousand times its size',
      () => withManifest({}, { 'media/a.png': Buffer.alloc(20_000_000) }),
      'the archive has an entry media/a.png that unpacks to more than 200 times its size',
    ],
    [
      'a manifest that is too large',
      () => zipOf({ 'template.json': ' '.repeat(1_300_000) }),
      'the archive must have at most 1200000 bytes in template.json',
    ],
    ['no manifest', () => zipOf({ 'media/a.png': 'x' }), 'the archive must have an entry template.json'],
    [
      'a manifest that is no JSON',
      () => zipOf({ 'template.json': '{' }),
      'the archive must have JSON in template.json',
    ],
    [
      'a cut end',
      () => withManifest({}).then((zip) => zip.subarray(0, zip.length - 8)),
      'the archive must be a valid zip archive',
    ],
    [
      'a size that is not true',
      () => withManifest({}).then(withAnotherSize),
      'the archive must be a valid zip archive',
    ],
  ] as const)('with %s is refused', async (_what, bytes, fault) => {
    expect(await faultsOf(await bytes())).toEqual([`body: ${fault}`]);
  });

  it.each([
    [{ archive_version: 2 }, {}, ['archive_version: archive_version must be one of: 1']],
    [{ document: [] }, {}, ['document: document must be an object']],
    [{ media: [{ ...FILE, file: 'media/../a.png' }] }, {}, [expect.stringContaining('media[0].file: ')]],
    [{ media: [FILE] }, {}, ['media[0].file: the archive has no entry media/1.png']],
    [
      { media: [FILE, { ...FILE, file: 'media/2.png' }] },
      { 'media/1.png': 'x', 'media/2.png': 'x' },
      ['media[1].url: the URL is listed twice'],
    ],
    [{}, { 'media/1.png': 'x' }, ['media: media must list media/1.png']],
  ])('whose manifest is %j is refused', async (manifest, files, faults) => {
    expect(await faultsOf(await withManifest(manifest, files))).toEqual(faults);
  });
});

/** States one byte less for the manifest than it has, where the archive lists its entries. */
function withAnotherSize(zip: Buffer): Buffer {
  const directory = zip.indexOf('PK\x01\x02', 0, 'latin1');
  const changed = Buffer.from(zip);
  changed.writeUInt32LE(changed.readUInt32LE(directory + 24) - 1, directory + 24);
  return changed;
}
