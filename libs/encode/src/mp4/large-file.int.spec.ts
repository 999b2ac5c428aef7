import { execFile } from 'node:child_process';
import { open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, it } from '@jest/globals';
import { temporaryFolder } from '#libs/testing';
import { encodeVideo } from '../encode-video.js';
import { DEFAULT_TOOLS } from '../tools.js';
import { boxesIn, contentAt } from './boxes.js';
import { chunksOf, movieHead, type MovieTrack } from './movie.js';
import { readMp4 } from './read-mp4.js';

const folder = temporaryFolder('large');
const RATE_HZ = 48_000;
const MB = 1_000_000;
let descriptions: Uint8Array[];

beforeAll(async () => {
  const output = path.join(folder, 'small.mp4');
  const video = { width: 64, height: 64, fps: 24, frameCount: 2, format: 'mp4', encoder: 'software' } as const;
  const frame = new Uint8Array(64 * 64 * 1.5).fill(99);
  await encodeVideo({ ...video, sounds: [], output }, () => Promise.resolve(frame), {
    signal: new AbortController().signal,
  });
  const moov = contentAt(await readFile(output), ['moov']);
  const tracks = [...boxesIn(moov)].filter(({ type }) => type === 'trak');
  descriptions = tracks.map(({ content }) => contentAt(content, ['mdia', 'minf', 'stbl', 'stsd']));
}, 60_000);

it.each([
  ['just below 2 GiB', 22],
  ['above 2 GiB', 25],
  ['above 4 GiB', 50],
])(
  'ffprobe and the check find the last picture of a file %s',
  async (_, megabytes) => {
    const [pictures, sound] = descriptions;
    const tracks: MovieTrack[] = [
      {
        description: pictures!,
        samples: Array.from({ length: 96 }, (__, shownAt) => ({ bytes: megabytes * MB, isKey: true, shownAt })),
        size: { width: 64, height: 64 },
        ...{ sampleTicks: RATE_HZ / 24, skippedTicks: 0, shownTicks: 4 * RATE_HZ },
      },
      {
        description: sound!,
        samples: Array.from({ length: 189 }, (__, shownAt) => ({ bytes: 10, isKey: true, shownAt })),
        ...{ sampleTicks: 1024, skippedTicks: 1024, shownTicks: 4 * RATE_HZ },
      },
    ];
    const chunks = chunksOf(tracks, RATE_HZ);
    const head = movieHead(tracks, chunks, RATE_HZ);
    const size = head.length + 96 * megabytes * MB + 1890;
    const file = path.join(folder, 'large.mp4');
    const handle = await open(file, 'w');
    await handle.write(head);
    await handle.truncate(size); // a hole: nothing is stored
    await handle.close();

    const { samples, data } = await readMp4(file);
    expect(data).toEqual({ from: head.length, to: size });
    const lastPictures = chunks.findLastIndex(({ track }) => track === 0);
    const soundAfter = chunks.slice(lastPictures + 1).reduce((sum, { bytes }) => sum + bytes, 0);
    const lastAt = size - soundAfter - megabytes * MB;
    expect(samples[95]).toEqual({ from: lastAt, to: lastAt + megabytes * MB });

    const show = [
      '-select_streams',
      'v',
      '-read_intervals',
      '3.95%',
      '-show_entries',
      'packet=pos,size',
      '-of',
      'csv=p=0',
    ];
    const { stdout } = await promisify(execFile)(DEFAULT_TOOLS.ffprobe, ['-v', 'error', ...show, file]);
    expect(stdout.trim().split('\n').at(-1)).toBe(`${megabytes * MB},${lastAt}`);
  },
  60_000,
);
