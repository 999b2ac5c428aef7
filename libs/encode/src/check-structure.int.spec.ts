import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '#libs/testing';
import { checkOutput } from './check-output.js';
import { checkStructure } from './check-structure.js';
import { encodeVideo } from './encode-video.js';

const folder = temporaryFolder('structure');
const VIDEO = { width: 320, height: 180, fps: 24, frameCount: 61, format: 'mp4' } as const;
const file = path.join(folder, 'whole.mp4');
let bytes: Buffer;

beforeAll(async () => {
  const picture = (frame: number) =>
    new Uint8Array(320 * 180 * 1.5).map((_, at) => 40 + ((at * 7 + Math.min(frame, 30) * 5) % 180));
  const stillRuns = [{ fromFrame: 30, toFrame: 61 }];
  const job = { ...VIDEO, encoder: 'software', sounds: [], stillRuns, output: file } as const;
  await encodeVideo(job, (frame) => Promise.resolve(picture(frame)), { signal: new AbortController().signal });
  bytes = await readFile(file);
}, 60_000);

/** A file with other bytes. */
async function altered(change: (copy: Buffer) => unknown): Promise<string> {
  const output = path.join(folder, 'altered.mp4');
  const copy = Buffer.from(bytes);
  const changed = change(copy);
  await writeFile(output, Buffer.isBuffer(changed) ? changed : copy);
  return output;
}

/** Offset of the numbers of a table. */
const rowsOf = (type: string): number => bytes.indexOf(type, 0, 'latin1') + 12;

describe('checkStructure', () => {
  it('reads in a file what ffprobe finds in it', async () => {
    const [read, decoded] = [await checkStructure(file, VIDEO), await checkOutput(file, VIDEO)];
    const known = { container: expect.any(String), durationS: expect.closeTo(61 / 24, 5) };
    const lasting = { durationS: expect.closeTo(61 / 24, 5) };
    expect(read).toMatchObject({ ok: true, info: { ...known, video: lasting, audio: lasting } });
    const rest = ({ video, audio, streamCount }: NonNullable<typeof decoded & { ok: true }>['info']) => ({
      // The place of chroma samples is only in the encoded pictures, which are not read.
      video: { ...video, durationS: null, chromaLocation: null },
      audio: { ...audio, durationS: null },
      streamCount,
    });
    if (!read.ok || !decoded.ok) throw new Error('the file is broken');
    expect(rest(read.info)).toEqual(rest(decoded.info));
  });

  it.each([
    ['frames is 61, not 60', { frameCount: 60 }],
    ['width is 320, not 322', { width: 322 }],
    ['is shown at', { fps: 25 }],
  ])('%s', async (fault, change) => {
    const check = await checkStructure(file, { ...VIDEO, ...change });
    expect(check).toHaveProperty('faults', expect.arrayContaining([expect.stringContaining(fault)]));
  });

  it.each<[string, string, (copy: Buffer) => unknown]>([
    ['a picture that is shown at another time', 'is shown at', (copy) => copy.writeUInt32BE(9_999, rowsOf('ctts') + 4)],
    [
      'a sample with a byte too many',
      'belongs to no sample',
      (copy) => copy.writeUInt32BE(1 + copy.readUInt32BE(rowsOf('stsz') + 4), rowsOf('stsz') + 4),
    ],
    [
      'a chunk at another place',
      'belongs to no sample',
      (copy) => copy.writeUInt32BE(1 + copy.readUInt32BE(rowsOf('stco')), rowsOf('stco')),
    ],
    ['a missing end', 'bytes, not', (copy) => copy.subarray(0, -1)],
    ['a byte behind the end', 'bytes, not', (copy) => Buffer.concat([copy, Buffer.from('x')])],
    ['another profile', 'profile', (copy) => copy.writeUInt8(77, copy.indexOf('avcC', 0, 'latin1') + 13)],
    ['an index in which a box is missing', 'no box', (copy) => copy.write('free', copy.indexOf('stts', 0, 'latin1'))],
    ['nothing', 'index is broken', () => Buffer.alloc(0)],
  ])('finds %s', async (_, fault, change) => {
    const check = await checkStructure(await altered(change), VIDEO);
    expect(check).toHaveProperty('faults', expect.arrayContaining([expect.stringContaining(fault)]));
  });
});
