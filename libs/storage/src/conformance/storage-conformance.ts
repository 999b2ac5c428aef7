import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { collectGarbage, finalizeGarbage, holdingsOf, temporaryFolder } from '#libs/testing';
import {
  AlteredFileError,
  MissingObjectError,
  type ObjectHead,
  type ObjectStore,
  RangeNotSatisfiableError,
} from '../object-store.js';

const TXT = { contentType: 'text/plain; charset=utf-8' };
const BIN = { contentType: 'application/octet-stream' };
const MEBIBYTE = 1_048_576;

/** Bytes of referenced buffers. */
function bytesHeld(): number {
  collectGarbage();
  collectGarbage(); // what the first has found is freed beside it, and the second waits for that
  return process.memoryUsage().arrayBuffers;
}

/** The guarantees of {@link ObjectStore} as tests, which every driver must pass. */
export function storageConformance(name: string, openStore: () => Promise<ObjectStore>): void {
  describe(`${name} as an object store`, () => {
    let store: ObjectStore;
    let folder: string;
    beforeAll(async () => {
      store = await openStore();
      folder = temporaryFolder('storage-conformance');
    });
    afterAll(() => rm(folder, { recursive: true }));

    const read = async (key: string, range?: { start: number; end?: number }) => {
      const object = await store.open(key, range);
      return object && { text: await text(object.stream), range: object.range, size: object.size };
    };
    const write = (key: string, body: string) => store.put(key, Buffer.from(body), TXT);
    /** A prefix that no other test uses. */
    const fresh = () => `test/${randomUUID()}`;
    const keys = async (prefix: string) => {
      const found: ObjectHead[] = [];
      for await (const head of store.list(prefix)) found.push(head);
      return found.map((head) => head.key);
    };

    it('gives back what was put, with its size and content type', async () => {
      const key = `${fresh()}/a.mp4`;
      const before = Date.now();
      await store.put(key, Buffer.from('hello'), { contentType: 'video/mp4' });
      const head = await store.head(key);
      expect(head).toMatchObject({ key, size: 5, contentType: 'video/mp4' });
      expect(Math.abs(head!.modifiedAt.getTime() - before)).toBeLessThan(60_000);
      const object = await store.open(key);
      expect(await text(object!.stream)).toBe('hello');
      expect(object).toMatchObject({ ...head, range: { start: 0, end: 4 } });
    });

    it('keeps every byte value, and nothing at all', async () => {
      const [full, empty] = [`${fresh()}/a.bin`, `${fresh()}/b.bin`];
      const bytes = Buffer.from(Array.from({ length: 256 }, (_unused, value) => value));
      await store.put(full, bytes, BIN);
      await store.put(empty, Buffer.alloc(0), BIN);
      expect(await buffer((await store.open(full))!.stream)).toEqual(bytes);
      expect(await read(empty)).toEqual({ text: '', size: 0, range: { start: 0, end: -1 } });
    });

    it('overwrites, while a reader of the old object reads on undisturbed', async () => {
      const key = `${fresh()}/a.txt`;
      const old = 'old '.repeat(MEBIBYTE);
      await write(key, old);
      const reading = await store.open(key);
      await write(key, 'new');
      expect((await text(reading!.stream)) === old).toBe(true);
      expect(await read(key)).toMatchObject({ text: 'new', size: 3 });
    });

    it.each([
      ['the first bytes', { start: 0, end: 3 }, '0123', { start: 0, end: 3 }],
      ['one byte', { start: 4, end: 4 }, '4', { start: 4, end: 4 }],
      ['an open end', { start: 7 }, '789', { start: 7, end: 9 }],
      ['an end beyond the object', { start: 8, end: 99 }, '89', { start: 8, end: 9 }],
    ])('reads a range: %s', async (_what, range, expected, sent) => {
      const key = `${fresh()}/a.txt`;
      await write(key, '0123456789');
      expect(await read(key, range)).toEqual({ text: expected, range: sent, size: 10 });
    });

    it('refuses a range that starts beyond the end, and reports the size', async () => {
      const key = `${fresh()}/a.txt`;
      await write(key, '0123456789');
      const attempt = store.open(key, { start: 10 });
      await expect(attempt).rejects.toThrow(RangeNotSatisfiableError);
      await expect(attempt).rejects.toMatchObject({ size: 10 });
    });

    it('answers for a missing object: null, or MissingObjectError where there is no null', async () => {
      const prefix = fresh();
      const key = `${prefix}/a.txt`;
      await write(`${prefix}/b.txt`, 'beside it');
      expect(await store.head(key)).toBeNull();
      expect(await store.open(key)).toBeNull();
      expect(await store.open(key, { start: 5 })).toBeNull();
      expect(await store.head(prefix)).toBeNull();
      expect(await store.head(`${prefix}/b.txt/c.txt`)).toBeNull();
      await expect(store.copy(key, `${prefix}/c.txt`)).rejects.toThrow(MissingObjectError);
      await expect(store.getToFile(key, join(folder, 'missing'))).rejects.toThrow(MissingObjectError);
      await store.delete(key);
      expect(await keys(prefix)).toEqual([`${prefix}/b.txt`]);
      expect(await readdir(folder)).not.toContain('missing');
    });

    it('takes a long stream without holding it in memory', async () => {
      const key = `${fresh()}/a.bin`;
      const expected = createHash('sha256');
      const before = bytesHeld();
      let held = 0;
      const body = Readable.from(
        (function* () {
          for (let i = 0; i < 64; i += 1) {
            const chunk = Buffer.alloc(MEBIBYTE, String(i));
            expected.update(chunk);
            yield chunk;
            if (i % 16 === 15) held = Math.max(held, bytesHeld() - before);
          }
        })(),
      );
      await store.put(key, body, BIN);
      expect(held).toBeLessThan(32 * MEBIBYTE);
      expect(await store.head(key)).toMatchObject({ size: 64 * MEBIBYTE });
      const actual = createHash('sha256');
      const chunks: AsyncIterable<Buffer> = (await store.open(key))!.stream;
      for await (const chunk of chunks) actual.update(chunk);
      expect(actual.digest('hex')).toBe(expected.digest('hex'));
    });

    it.each<[string, (stream: Readable) => unknown]>([
      ['unread', () => undefined],
      ['that is read in part', (stream) => once(stream, 'readable').then(() => stream.read(1) as Buffer)],
      ['that is read', (stream) => buffer(stream)],
      ['whose reader has failed', (stream) => stream.destroy(new Error('the reader failed'))],
    ])('closes an object %s at the end of its scope', async (_what, use) => {
      const key = `${fresh()}/a.bin`;
      await store.put(key, Buffer.alloc(4 * MEBIBYTE), BIN);
      const opened = async (): Promise<Readable> => {
        await using object = await store.open(key);
        await use(object!.stream.on('error', () => undefined));
        return object!.stream;
      };
      expect((await opened()).closed).toBe(true);
      expect(holdingsOf()?.files.filter((path) => path.endsWith(key)) ?? []).toEqual([]);
      await finalizeGarbage();
    });

    it('keeps nothing open of a body that had ended before', async () => {
      const key = `${fresh()}/a.bin`;
      const body = Readable.from(['a body']);
      body.destroy();
      await expect(store.put(key, body, BIN)).rejects.toThrow();
      expect(holdingsOf()?.files.filter((path) => path.includes('/incoming/')) ?? []).toEqual([]);
      await finalizeGarbage();
      expect(await store.open(key)).toBeNull();
    });

    it('leaves what was there when a body fails half-way', async () => {
      const prefix = fresh();
      const breaking = () =>
        Readable.from(
          (function* () {
            yield Buffer.alloc(MEBIBYTE);
            throw new Error('the source broke');
          })(),
        );
      await write(`${prefix}/old.txt`, 'old');
      await expect(store.put(`${prefix}/old.txt`, breaking(), TXT)).rejects.toThrow('the source broke');
      await expect(store.put(`${prefix}/new.txt`, breaking(), TXT)).rejects.toThrow('the source broke');
      expect(await read(`${prefix}/old.txt`)).toMatchObject({ text: 'old' });
      expect(await keys(prefix)).toEqual([`${prefix}/old.txt`]);
    });

    it('lets one of many concurrent writers win, whole', async () => {
      const key = `${fresh()}/a.txt`;
      const bodies = Array.from({ length: 20 }, (_unused, i) => String(i).padStart(2, '0').repeat(50_000));
      await Promise.all(bodies.map((body) => write(key, body)));
      const stored = await read(key);
      expect(bodies.includes(stored!.text)).toBe(true);
    });

    it('survives writing and deleting in one place at once', async () => {
      const prefix = fresh();
      for (let round = 0; round < 20; round += 1) {
        const key = `${prefix}/deep/${round}.txt`;
        await write(key, 'x');
        await Promise.all([store.delete(key), write(`${prefix}/deep/kept-${round}.txt`, 'y')]);
        expect(await keys(prefix)).toEqual([`${prefix}/deep/kept-${round}.txt`]);
        await store.delete(`${prefix}/deep/kept-${round}.txt`);
      }
    });

    it('deletes many at once, missing ones too, and nothing else', async () => {
      const prefix = fresh();
      const many = Array.from({ length: 25 }, (_unused, i) => `${prefix}/${i}/a.txt`);
      await Promise.all([...many, `${prefix}/0/b.txt`].map((key) => write(key, 'x')));
      await store.deleteAll([...many, `${prefix}/missing/a.txt`]);
      expect(await keys(`${prefix}/`)).toEqual([`${prefix}/0/b.txt`]);
      await store.deleteAll([]);
    });

    it('copies, again and again, and each copy lives on its own', async () => {
      const prefix = fresh();
      const [from, to] = [`${prefix}/a.txt`, `${prefix}/deep/b.txt`];
      await write(from, 'one');
      await store.copy(from, to);
      await store.copy(from, to);
      await store.copy(to, to);
      expect(await keys(prefix)).toEqual([from, to]);
      await write(from, 'two');
      expect(await read(to)).toMatchObject({ text: 'one' });
      await store.delete(from);
      expect(await read(to)).toMatchObject({ text: 'one' });
    });

    it('stores a local file and writes an object to one', async () => {
      const key = `${fresh()}/a.txt`;
      const [source, target] = [join(folder, 'source'), join(folder, 'target')];
      await writeFile(source, 'from disk');
      await store.putFile(key, source, TXT);
      await writeFile(source, 'changed since');
      await writeFile(target, 'something longer than the object');
      await store.getToFile(key, target);
      expect(await readFile(target, 'utf8')).toBe('from disk');
      expect(await readdir(folder)).toEqual(['source', 'target']);
      await expect(store.putFile(key, join(folder, 'nothing'), TXT)).rejects.toThrow('ENOENT');
      expect(await read(key)).toMatchObject({ text: 'from disk' });
    });

    it('stores a local file that has the digest it was written with, and nothing of one with another byte', async () => {
      const key = `${fresh()}/a.bin`;
      const source = join(folder, 'source');
      const bytes = randomBytes(300_000);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      await writeFile(source, bytes);
      await store.putFile(key, source, { ...BIN, sha256 });
      for (const place of [0, 65_536, 299_999]) {
        const altered = Buffer.from(bytes);
        altered[place]! ^= 1;
        await writeFile(source, altered);
        await expect(store.putFile(key, source, { ...BIN, sha256 })).rejects.toThrow(AlteredFileError);
      }
      await writeFile(source, bytes.subarray(1));
      await expect(store.putFile(key, source, { ...BIN, sha256 })).rejects.toThrow(AlteredFileError);
      await store.getToFile(key, join(folder, 'target'));
      expect((await readFile(join(folder, 'target'))).equals(bytes)).toBe(true);
    });

    it('lists by plain prefix, ordered by key', async () => {
      const prefix = fresh();
      const names = ['a-b.txt', 'a.txt', 'a/1.txt', 'a/2/x.txt', 'a0.txt', 'b/1.txt', 'B.txt'];
      for (const name of names) await write(`${prefix}/${name}`, name);
      const under = (...expected: string[]) => expected.map((name) => `${prefix}/${name}`);
      expect(await keys(`${prefix}/`)).toEqual(
        under('B.txt', 'a-b.txt', 'a.txt', 'a/1.txt', 'a/2/x.txt', 'a0.txt', 'b/1.txt'),
      );
      expect(await keys(`${prefix}/a/`)).toEqual(under('a/1.txt', 'a/2/x.txt'));
      expect(await keys(`${prefix}/a`)).toEqual(under('a-b.txt', 'a.txt', 'a/1.txt', 'a/2/x.txt', 'a0.txt'));
      expect(await keys(`${prefix}/a/2/x`)).toEqual(under('a/2/x.txt'));
      expect(await keys(`${prefix}/nothing`)).toEqual([]);
      expect(await keys(`${prefix}-not`)).toEqual([]);
    });

    it.each([
      '',
      '/',
      'a/',
      '/a',
      'a//b',
      '.',
      '..',
      '../a',
      'a/../b',
      'a/./b',
      'a\\b',
      'a b',
      'a%2e%2e',
      'ä',
      'a\u0000',
      'a\n',
      'C:/a',
      '~/a?',
      'a'.repeat(1001),
    ])('refuses the key %j everywhere', async (key) => {
      const valid = `${fresh()}/a.txt`;
      await write(valid, 'x');
      const attempts: (() => Promise<unknown>)[] = [
        () => store.put(key, Buffer.from('x'), BIN),
        () => store.putFile(key, join(folder, 'source'), BIN),
        () => store.open(key),
        () => store.head(key),
        () => store.copy(valid, key),
        () => store.copy(key, valid),
        () => store.delete(key),
        () => store.deleteAll([valid, key]),
        () => store.getToFile(key, join(folder, 'target')),
      ];
      for (const attempt of attempts) await expect(attempt()).rejects.toThrow(RangeError);
    });

    it('refuses a content type that is not the one of the extension', async () => {
      const put = store.put(`${fresh()}/a.png`, Buffer.from('x'), { contentType: 'text/html' });
      await expect(put).rejects.toThrow(RangeError);
    });
  });
}
