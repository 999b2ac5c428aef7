import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { CreateMultipartUploadCommand, ListMultipartUploadsCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  describeOnS3,
  eventually,
  type FaultyProxy,
  startFaultyProxy,
  temporaryFolder,
  type TestS3,
} from '#libs/testing';
import { storageConformance } from './conformance/storage-conformance.js';
import { IMMUTABLE, MissingObjectError, type ObjectStore, StorageError } from './object-store.js';
import { createS3Client, PATIENCE } from './s3-client.js';
import { S3Store } from './s3-store.js';
import { parseStorageUrl, type S3Location } from './storage-location.js';
import { openObjectStore } from './storage.module.js';

const MEBIBYTE = 1_048_576;
const VIDEO = { contentType: 'video/mp4' };
/** More than one part, of bytes that do not repeat. */
const LONG = Buffer.from(Uint32Array.from({ length: 1.5 * MEBIBYTE }, (_unused, i) => i * 2_654_435_761).buffer);
const ATTEMPTS = 3;

await describeOnS3('S3Store', (start) => {
  let s3: TestS3;
  beforeAll(async () => {
    s3 = await start();
    Object.assign(process.env, s3.credentials);
  });
  afterAll(() => s3.stop());

  const locationOf = (url: string) => parseStorageUrl(url) as S3Location;
  const openUploads = async () => {
    const client = createS3Client(locationOf(s3.storageUrl('')), PATIENCE);
    return (await client.send(new ListMultipartUploadsCommand({ Bucket: s3.bucket }))).Uploads ?? [];
  };

  storageConformance('S3Store', () => openObjectStore({ storageUrl: s3.storageUrl('conformance') }));

  describe('as a bucket', () => {
    it('leaves no parts behind when a long body fails', async () => {
      const store = await openObjectStore({ storageUrl: s3.storageUrl('broken') });
      const breaking = Readable.from(
        (function* () {
          yield LONG;
          throw new Error('the source broke');
        })(),
      );
      await expect(store.put('a.mp4', breaking, VIDEO)).rejects.toThrow('the source broke');
      expect(await store.head('a.mp4')).toBeNull();
      expect(await openUploads()).toEqual([]);
    });

    it('sweeps uploads that a dead process left a day ago, and keeps newer ones, which may still be in progress', async () => {
      const location = locationOf(s3.storageUrl('swept'));
      const begun = new CreateMultipartUploadCommand({ Bucket: s3.bucket, Key: 'swept/a.mp4' });
      await createS3Client(location, PATIENCE).send(begun);
      const store = new S3Store(location);
      await store.sweepAbandoned(new Date());
      expect(await openUploads()).toHaveLength(1);
      await store.sweepAbandoned(new Date(Date.now() + 25 * 3_600_000));
      expect(await openUploads()).toEqual([]);
    });

    it.each([
      ['there is no such bucket', 'NoSuchBucket', {}, 'nothing'],
      ['our key is wrong', 'SignatureDoesNotMatch', { AWS_SECRET_ACCESS_KEY: 'wrong' }, 'files'],
      [
        'we have no key',
        'CredentialsProviderError',
        { AWS_ACCESS_KEY_ID: '', AWS_EC2_METADATA_DISABLED: 'true' },
        'files',
      ],
    ])('is refused at the start, without a secret, where %s', async (_why, code, environment, bucket) => {
      Object.assign(process.env, environment);
      try {
        const storageUrl = s3.storageUrl('').replace(`//${s3.bucket}`, `//${bucket}`);
        const attempt = openObjectStore({ storageUrl });
        await expect(attempt).rejects.toMatchObject({ name: 'StorageError', code });
        await expect(attempt).rejects.toThrow(/^S3 ListMultipartUploads failed/);
        await expect(attempt).rejects.not.toThrow(s3.credentials.AWS_SECRET_ACCESS_KEY);
      } finally {
        Object.assign(process.env, s3.credentials);
      }
    });

    it('gives no public address unless callers reach it', async () => {
      const store = await openObjectStore({ storageUrl: s3.storageUrl('') });
      expect(await store.publicAddress('a.mp4', new Date())).toBeNull();
    });
  });

  describe('in public', () => {
    let store: ObjectStore;
    beforeAll(async () => {
      store = await openObjectStore({ storageUrl: s3.storageUrl('public', { 'public-endpoint': s3.endpoint }) });
      await store.put('a.mp4', Buffer.from('0123456789'), VIDEO);
      await store.copy('a.mp4', 'b.mp4', { cacheControl: IMMUTABLE });
    });

    it('serves a copy to any client that has its URL: type, cache life, ranges', async () => {
      const answer = await fetch((await store.publicAddress('b.mp4', new Date()))!, {
        headers: { range: 'bytes=2-5' },
      });
      expect([answer.status, await answer.text()]).toEqual([206, '2345']);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'video/mp4',
        'cache-control': IMMUTABLE,
        'content-range': 'bytes 2-5/10',
      });
    });

    it('serves an expiring copy as one that no cache may keep longer', async () => {
      const expires = new Date(Date.UTC(2035, 0, 31));
      await store.copy('a.mp4', 'c.mp4', { cacheControl: 'public', expires });
      for (const address of [
        await store.publicAddress('c.mp4', new Date()),
        await store.publicAddress('b.mp4', new Date(), expires),
      ]) {
        const { headers } = await fetch(address!);
        expect([headers.get('cache-control'), headers.get('expires')]).toEqual(['public', expires.toUTCString()]);
      }
    });

    it('deletes more than one request may name', async () => {
      const keys = Array.from({ length: 1_001 }, (_unused, i) => `many/${i}.mp4`);
      for (const key of [keys[0]!, keys[1_000]!]) await store.put(key, Buffer.from('x'), VIDEO);
      await store.deleteAll(keys);
      expect([await store.head(keys[0]!), await store.head(keys[1_000]!)]).toEqual([null, null]);
    });

    it('keeps an address for an hour, for the sake of caches', async () => {
      const address = (time: string) => store.publicAddress('b.mp4', new Date(`2026-11-21T${time}Z`));
      expect(await address('10:59:59.999')).toBe(await address('10:00:00.000'));
      expect(await address('11:00:00.000')).not.toBe(await address('10:59:59.999'));
    });

    it('serves nothing without the address, with a changed one, or after its time', async () => {
      const address = (await store.publicAddress('b.mp4', new Date()))!;
      const early = (await store.publicAddress('b.mp4', new Date(Date.now() - 4 * 3_600_000)))!;
      const statuses = [address.replace(/\?.*/, ''), address.replace('b.mp4', 'a.mp4'), early].map(
        async (each) => (await fetch(each)).status,
      );
      expect(await Promise.all(statuses)).toEqual([403, 403, 403]);
      expect((await fetch(address)).status).toBe(200);
    });
  });

  describe('when the store fails', () => {
    let proxy: FaultyProxy;
    let store: S3Store;
    let hasty: S3Store;
    beforeAll(async () => {
      proxy = await startFaultyProxy(s3.endpoint);
      const location = locationOf(s3.storageUrl('faults', { endpoint: proxy.url }));
      store = new S3Store(location, { ...PATIENCE, attempts: ATTEMPTS });
      hasty = new S3Store(location, { connectMs: 3_000, answerMs: 3_000, attempts: ATTEMPTS });
    });
    beforeEach(() => proxy.heal());
    afterAll(() => proxy.stop());

    const read = async (key: string) => buffer((await store.open(key))!.stream);
    const asked = (line: RegExp) => proxy.seen.filter((each) => line.test(each)).length;

    it.each(['SlowDown', 'InternalError', 'lost answer', 'silence'] as const)('rides out two of %s', async (fault) => {
      const key = `${fault.replaceAll(' ', '-')}.mp4`;
      const asker = fault === 'silence' ? hasty : store;
      proxy.fail(new RegExp(`^PUT .*/${key}`), fault, 2);
      await asker.put(key, Buffer.from('hello'), VIDEO);
      proxy.fail(new RegExp(`^GET .*/${key}`), fault, 2);
      expect(await text((await asker.open(key))!.stream)).toBe('hello');
      expect(asked(new RegExp(`^(PUT|GET) .*/${key}`))).toBe(6);
    });

    it.each([
      ['SlowDown', /SlowDown, status 503, attempts 3/],
      ['InternalError', /InternalError, status 500, attempts 3/],
      ['lost answer', /status none, attempts 3.*socket hang up/],
      ['silence', /status none, attempts 3.*exceeded the configured 3000 ms/],
    ] as const)(
      'gives up after a few tries, in bounded time: %s',
      async (fault, message) => {
        const before = proxy.seen.length;
        proxy.fail(/./, fault);
        const attempt = (fault === 'silence' ? hasty : store).open('never.mp4');
        await expect(attempt).rejects.toThrow(StorageError);
        await expect(attempt).rejects.toThrow(message);
        expect(proxy.seen.length - before).toBe(ATTEMPTS);
      },
      10_000,
    );

    it('aborts what it has begun when a part cannot be stored', async () => {
      proxy.fail(/partNumber=2/, 'SlowDown');
      const file = join(temporaryFolder('long'), 'file');
      writeFileSync(file, LONG);
      await expect(store.putFile('parts.mp4', file, VIDEO)).rejects.toThrow('SlowDown');
      expect(await openUploads()).toEqual([]);
      expect(await store.head('parts.mp4')).toBeNull();
    });

    it('aborts what it has begun when the parts cannot be put together', async () => {
      proxy.fail(/^POST .*uploadId=/, 'SlowDown');
      await expect(store.put('whole.mp4', Readable.from([LONG]), VIDEO)).rejects.toThrow('SlowDown');
      expect(await openUploads()).toEqual([]);
    });

    it('knows its own work when the answer to the last request of a long upload was lost', async () => {
      proxy.fail(/^POST .*uploadId=/, 'lost answer', 1);
      await store.put('lost.mp4', Readable.from([LONG]), VIDEO);
      expect((await read('lost.mp4')).equals(LONG)).toBe(true);
      expect(await openUploads()).toEqual([]);
    });

    it('resumes where a response was interrupted', async () => {
      await store.put('long.mp4', LONG, VIDEO);
      proxy.fail(/^GET .*long/, 'half an answer', 3);
      expect((await read('long.mp4')).equals(LONG)).toBe(true);
      proxy.fail(/^GET .*long/, 'half an answer', 2);
      const part = await store.open('long.mp4', { start: 1_000, end: 4_999_999 });
      expect((await buffer(part!.stream)).equals(LONG.subarray(1_000, 5_000_000))).toBe(true);
    });

    it('never passes off a part as the whole: it reads on only in the same object', async () => {
      await store.put('changing.mp4', LONG, VIDEO);
      proxy.fail(/^GET .*changing/, 'half an answer', 1);
      const object = await store.open('changing.mp4');
      await store.put('changing.mp4', Buffer.alloc(LONG.length), VIDEO);
      await expect(buffer(object!.stream)).rejects.toThrow('PreconditionFailed');
    });

    it('fails a read that the store will not finish', async () => {
      await store.put('cut.mp4', LONG, VIDEO);
      proxy.fail(/^GET .*cut/, 'half an answer', 1);
      const broken = await store.open('cut.mp4');
      proxy.fail(/^GET .*cut/, 'SlowDown');
      await expect(buffer(broken!.stream)).rejects.toThrow('SlowDown');
    });

    describe('a copy of a long object', () => {
      let copier: S3Store;
      /** A store that repeats a copy while a test changes the source. */
      let persistent: S3Store;
      let copied: string;
      beforeAll(async () => {
        const location = locationOf(s3.storageUrl('copies', { endpoint: proxy.url }));
        const patience = { connectMs: 3_000, answerMs: 3_000, attempts: ATTEMPTS };
        const sizes = { wholeBytes: 5 * MEBIBYTE, partBytes: 5 * MEBIBYTE };
        proxy.heal();
        copier = new S3Store(location, patience, sizes);
        persistent = new S3Store(location, { ...patience, attempts: 20 }, sizes);
        await copier.put('source.mp4', LONG, VIDEO);
      });
      beforeEach(() => {
        copied = `${randomUUID()}.mp4`;
      });
      const isWhole = async () => (await buffer((await copier.open(copied))!.stream)).equals(LONG);
      const seenOfCopy = (line: RegExp) => proxy.seen.filter((each) => each.includes(copied) && line.test(each)).length;

      it('is made although the store never answers a copy in one request, and carries its type and life', async () => {
        proxy.fail(/x-id=CopyObject/, 'silence');
        const expires = new Date(Date.UTC(2035, 0, 31));
        await copier.copy('source.mp4', copied, { cacheControl: 'public', expires });
        expect(await isWhole()).toBe(true);
        const location = locationOf(s3.storageUrl('copies', { 'public-endpoint': s3.endpoint }));
        const { headers } = await fetch((await new S3Store(location).publicAddress(copied, new Date()))!);
        expect(Object.fromEntries(headers)).toMatchObject({
          'content-type': 'video/mp4',
          'cache-control': 'public',
          expires: expires.toUTCString(),
        });
      });

      it('is made again and again, also onto itself', async () => {
        await copier.copy('source.mp4', copied);
        await copier.copy('source.mp4', copied);
        await copier.copy(copied, copied);
        expect(await isWhole()).toBe(true);
        expect(seenOfCopy(/x-id=CopyObject/)).toBe(0);
        expect(await openUploads()).toEqual([]);
      });

      it.each(['SlowDown', 'lost answer', 'silence'] as const)('rides out two of %s at a part', async (fault) => {
        proxy.fail(/partNumber=2.*x-id=UploadPartCopy/, fault, 2);
        await copier.copy('source.mp4', copied);
        expect(await isWhole()).toBe(true);
        expect(seenOfCopy(/x-id=UploadPartCopy/)).toBe(4);
        expect(await openUploads()).toEqual([]);
      });

      it('is aborted when a part cannot be copied, and succeeds when it is repeated', async () => {
        proxy.fail(/partNumber=2.*x-id=UploadPartCopy/, 'SlowDown');
        await expect(copier.copy('source.mp4', copied)).rejects.toThrow('SlowDown');
        expect(await openUploads()).toEqual([]);
        expect(await copier.head(copied)).toBeNull();
        proxy.heal();
        await copier.copy('source.mp4', copied);
        expect(await isWhole()).toBe(true);
      });

      it('is aborted when the parts cannot be joined', async () => {
        proxy.fail(/^POST .*uploadId=/, 'InternalError');
        await expect(copier.copy('source.mp4', copied)).rejects.toThrow('InternalError');
        expect(await openUploads()).toEqual([]);
      });

      it('is aborted when the store never confirms that it joined the parts', async () => {
        proxy.fail(/^POST .*uploadId=/, 'silence');
        await expect(copier.copy('source.mp4', copied)).rejects.toThrow('exceeded the configured 3000 ms');
        expect(await openUploads()).toEqual([]);
        expect(await copier.head(copied)).toBeNull();
      });

      it.each([1, ATTEMPTS])('is known to be made when %d answers to its last request were lost', async (times) => {
        proxy.fail(/^POST .*uploadId=/, 'lost answer', times);
        await copier.copy('source.mp4', copied);
        expect(await isWhole()).toBe(true);
        expect(await openUploads()).toEqual([]);
      });

      it('resolves when the object is there, not when the store says that it joins the parts', async () => {
        proxy.fail(/^POST .*uploadId=/, 'early answer', 1);
        await copier.copy('source.mp4', copied);
        expect(await isWhole()).toBe(true);
      });

      it.each([
        ['refuses to copy parts', 'NotImplemented'],
        ['says nothing of the parts that it should copy', 'early answer'],
      ] as const)('is made in one request by a store that %s', async (_what, fault) => {
        proxy.fail(/x-id=UploadPartCopy/, fault);
        await copier.copy('source.mp4', copied);
        expect(await isWhole()).toBe(true);
        expect(await openUploads()).toEqual([]);
      });

      it('never mixes two versions of its source', async () => {
        const changing = `source-${copied}`;
        await copier.put(changing, LONG, VIDEO);
        proxy.fail(/x-id=UploadPartCopy/, 'silence');
        const copying = persistent.copy(changing, copied);
        await eventually(() => expect(seenOfCopy(/x-id=UploadPartCopy/)).toBeGreaterThan(0));
        await copier.put(changing, Buffer.alloc(LONG.length), VIDEO);
        proxy.heal();
        await expect(copying).rejects.toThrow('PreconditionFailed');
        expect(await copier.head(copied)).toBeNull();
        expect(await openUploads()).toEqual([]);
      });

      it('reports that its source was deleted meanwhile', async () => {
        const leaving = `source-${copied}`;
        await copier.put(leaving, LONG, VIDEO);
        proxy.fail(/x-id=UploadPartCopy/, 'silence');
        const copying = persistent.copy(leaving, copied);
        await eventually(() => expect(seenOfCopy(/x-id=UploadPartCopy/)).toBeGreaterThan(0));
        await copier.delete(leaving);
        proxy.heal();
        await expect(copying).rejects.toThrow(MissingObjectError);
        expect(await openUploads()).toEqual([]);
      });
    });

    it('starts while it is away', async () => {
      proxy.fail(/./, 'SlowDown');
      await expect(store.sweepAbandoned(new Date())).resolves.toBeUndefined();
    });
  });
});
