import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { eventually, holdingsOf, temporaryFolder } from '#libs/testing';
import { SAMPLE_RATE_HZ } from '../encode-plan.js';
import { box } from './boxes.js';
import { fragmentOf } from './fragments.js';
import { silentTrack } from './silent-track.js';
import { writeTrack } from './track-file.js';
import { writeMp4 } from './write-mp4.js';

const file = path.join(temporaryFolder('track'), 'track');
const SOON = { timeoutMs: 5_000 };
const TABLES = ['trak', 'mdia', 'minf', 'stbl', 'stsd'];

async function* asStream(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield await Promise.resolve(chunk);
}

it('an encoded track that has changed on disk is not read to its end', async () => {
  const moov = TABLES.reduceRight<Uint8Array>((content, type) => box(type, [content]), Buffer.from('codec'));
  const samples = [0, 1].map((at) => ({ data: Buffer.alloc(100, at), isKey: true, codedAt: at, shownAt: at }));
  const track = await writeTrack(asStream([box('moov', [moov]), ...samples.map(fragmentOf)]), file);
  const read = async (): Promise<Uint8Array[]> => {
    const data: Uint8Array[] = [];
    for await (const bytes of track.data()) data.push(bytes);
    return data;
  };
  expect(track.samples.map(({ bytes }) => bytes)).toEqual([100, 100]);
  expect(await read()).toEqual(samples.map(({ data }) => data));
  const bytes = await readFile(file);
  bytes[bytes.length - 50]! ^= 1;
  await writeFile(file, bytes);
  await expect(read()).rejects.toThrow('is not what was written');
});

it('a file that cannot be written closes the files of its tracks', async () => {
  const moov = TABLES.reduceRight<Uint8Array>((content, type) => box(type, [content]), Buffer.from('codec'));
  const samples = Array.from({ length: 48 }, (_, at) => {
    return { data: Buffer.alloc(50_000, at), isKey: true, codedAt: at, shownAt: at };
  });
  const pictures = await writeTrack(asStream([box('moov', [moov]), ...samples.map(fragmentOf)]), file);
  const sampleCount = 2 * SAMPLE_RATE_HZ;
  const failing = async function* (): AsyncGenerator<Uint8Array, void> {
    yield* [];
    await Promise.reject(new Error('no more sound'));
  };
  const sound = { ...silentTrack(sampleCount), data: failing };
  const job = { width: 64, height: 64, fps: 24, sampleCount, pictures, sound, output: `${file}.mp4` };
  await expect(writeMp4(job)).rejects.toThrow('no more sound');
  await eventually(() => expect(holdingsOf()?.files.filter((each) => each.startsWith(file)) ?? []).toEqual([]), SOON);
});
