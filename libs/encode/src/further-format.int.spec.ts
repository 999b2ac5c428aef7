/** @modules own */
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { FORMATS, type VideoFormat } from '#libs/contracts';
import { temporaryFolder } from '#libs/testing';
import { FORMAT_STREAMS } from './format-streams.js';

// A QuickTime file that ffmpeg writes: a row in each table, as a release would add them.
const MOV = 'mov' as VideoFormat;
Object.assign(FORMATS, { [MOV]: { ...FORMATS.webm, contentType: 'video/quicktime' } });
Object.assign(FORMAT_STREAMS, { [MOV]: { ...FORMAT_STREAMS.mp4, container: 'mov', writer: 'ffmpeg' } });
const { CONTAINERS } = await import('./containers.js');
Object.assign(CONTAINERS, { mov: { ...CONTAINERS.mp4, options: CONTAINERS.mp4.options.with(-1, 'mov') } });
const { checkOutput, checkStitched, encodePart, encodeSound, encodeVideo, stitch } = await import('./index.js');

const signal = new AbortController().signal;
const folder = temporaryFolder('further-format');
const SIZE = { width: 320, height: 180 };
const JOB = { ...SIZE, fps: 24, frameCount: 48, format: MOV, encoder: 'software' as const, sounds: [] };
const STILL = { stillRuns: [{ fromFrame: 4, toFrame: 40 }] };
const frames = (frame: number) => Promise.resolve(new Uint8Array(320 * 180 * 1.5).fill(Math.max(4, frame)));

describe('a further row in the tables of formats', () => {
  it('is encoded, and its file is what the row says', async () => {
    const output = path.join(folder, 'whole.mov');
    await encodeVideo({ ...JOB, ...STILL, output }, frames, { signal });
    expect(await checkOutput(output, JOB)).toMatchObject({ ok: true, info: { streamCount: 2 } });
  });

  it('is encoded in parts and joined', async () => {
    const file = (name: string): string => path.join(folder, name);
    const ranges = [
      { fromFrame: 0, toFrame: 24 },
      { fromFrame: 24, toFrame: 48 },
    ];
    for (const range of ranges) {
      const video = { ...JOB, ...STILL, output: file(`${range.fromFrame}.mov`) };
      await encodePart({ video, range }, frames, { signal });
    }
    await encodeSound({ ...JOB, output: file('sound.mov') }, signal);
    const parts = ranges.map((range) => ({ ...range, file: file(`${range.fromFrame}.mov`) }));
    const job = { ...JOB, parts, sound: file('sound.mov'), output: file('joined.mov') };
    await stitch(job, signal);
    expect(await checkStitched(job)).toMatchObject({ ok: true });
  });
});
