import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { temporaryFolder } from '#libs/testing';
import { box } from './boxes.js';
import { fragmentOf } from './fragments.js';
import { writeTrack } from './track-file.js';

const file = path.join(temporaryFolder('track'), 'track');
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
