import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '#libs/testing';
import { checkOutput } from '../check-output.js';
import { checkStructure } from '../check-structure.js';
import type { EncodeJob, ResolvedSound } from '../encode-plan.js';
import { encodeVideo } from '../encode-video.js';
import { probe } from '../probe.js';
import { checkSound } from '../parts/check-parts.js';
import { encodeSound } from '../parts/encode-part.js';
import { DEFAULT_TOOLS } from '../tools.js';

const run = promisify(execFile);
const folder = temporaryFolder('silence');

async function video(name: string, change: Partial<EncodeJob>): Promise<EncodeJob> {
  const output = path.join(folder, name);
  const size = { width: 32, height: 32 };
  const job = { ...size, fps: 24, frameCount: 49, format: 'mp4', encoder: 'software', sounds: [], output } as const;
  const gray = new Uint8Array(32 * 32 * 1.5).fill(128);
  await encodeVideo({ ...job, ...change }, () => Promise.resolve(gray), { signal: new AbortController().signal });
  return { ...job, ...change };
}

/** A second of silence as a caller's file has it. */
async function silentFile(): Promise<ResolvedSound> {
  const file = path.join(folder, 'silence.wav');
  await run('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', 'anullsrc=r=48000:cl=stereo', '-t', '1', file]);
  return {
    ...{ sourceUrl: 'http://127.0.0.1/x', path: 'audio_url', role: 'bed', fromFrame: 0, toFrame: 49, volume: 1 },
    ...{ trimStartS: 0, fadeInS: 0, fadeOutS: 0, loop: false, file, sourceDurationS: 1, sourceChannels: 2 },
    hasPicture: false,
  };
}

/** Both channels of every sample that is played; a decoder that finds a fault fails. */
async function decoded(file: string): Promise<Int16Array> {
  const strict = ['-v', 'error', '-xerror', '-err_detect', 'explode'];
  const args = [...strict, '-i', file, '-map', '0:a', '-f', 's16le', '-'];
  const { stdout, stderr } = await run('ffmpeg', args, { encoding: 'buffer', maxBuffer: 100_000_000 });
  expect(stderr.toString()).toBe('');
  return new Int16Array(stdout.buffer.slice(stdout.byteOffset, stdout.byteOffset + stdout.length));
}

/** The sound as players see it: its codec, and the time of each packet. */
async function soundOf(file: string): Promise<unknown> {
  const entries =
    'stream=codec_name,profile,sample_rate,channels,channel_layout,start_pts,duration_ts,time_base,nb_frames:' +
    'packet=pts,duration,flags:packet_side_data';
  const args = ['-v', 'error', '-select_streams', 'a', '-show_entries', entries, '-of', 'json', file];
  return JSON.parse((await run('ffprobe', args)).stdout) as unknown;
}

describe('the sound of a video without sounds', () => {
  it.each([
    ['one packet', 24, 1],
    ['a part of a packet more than a second', 30, 31],
    ['whole packets', 25, 16 * 25],
  ])('is silence of exactly its length: %s', async (_name, fps, frameCount) => {
    const job = await video('exact.mp4', { fps, frameCount });
    const samples = await decoded(job.output);
    expect(samples.length / 2 / 1024).toBeGreaterThanOrEqual((frameCount * 2_000) / fps / 1024);
    expect(samples.every((sample) => sample === 0)).toBe(true);
    expect((await probe(job.output)).audio!.durationS).toBeCloseTo(frameCount / fps, 5);
    expect(await checkStructure(job.output, job)).toHaveProperty('ok', true);
    expect(await checkOutput(job.output, job)).toHaveProperty('ok', true);
  });

  it('is to players what the encoder makes of silence: the same codec, packets and times', async () => {
    const [without, silent] = [
      await video('without.mp4', {}),
      await video('silent.mp4', { sounds: [await silentFile()] }),
    ];
    expect(await soundOf(without.output)).toEqual(await soundOf(silent.output));
    expect(await decoded(without.output)).toEqual(await decoded(silent.output));
  });

  it('is written for a video that is cut, too, without ffmpeg', async () => {
    const whole = await video('uncut.mp4', {});
    const cut = { ...whole, output: path.join(folder, 'sound.mp4') };
    await encodeSound(cut, new AbortController().signal, { ...DEFAULT_TOOLS, ffmpeg: '/nowhere/ffmpeg' });
    expect(await checkSound(cut.output, cut)).toHaveProperty('ok', true);
    expect(await soundOf(cut.output)).toEqual(await soundOf(whole.output));
    expect(await decoded(cut.output)).toEqual(await decoded(whole.output));
  });

  it('has the same bytes every time', async () => {
    const [first, second] = [await video('first.mp4', {}), await video('second.mp4', {})];
    expect((await readFile(first.output)).equals(await readFile(second.output))).toBe(true);
  });
});
