import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  clicks,
  eventually,
  readSound,
  SOUND_RATE_HZ,
  temporaryFolder,
  type Waveform,
  writeSound,
} from '#libs/testing';
import { aacTurns } from './aac-turns.js';
import { FfmpegError } from '../child-process.js';
import type { EncodeJob } from '../encode-plan.js';
import { encodeVideo } from '../encode-video.js';
import { checkSound } from '../parts/check-parts.js';
import { encodeSound } from '../parts/encode-part.js';
import { DEFAULT_TOOLS } from '../tools.js';

const run = promisify(execFile);
const FPS = 24;
const FRAMES = 5_504;
const DURATION_S = FRAMES / FPS;
const TURN_S = (512 * 1024) / SOUND_RATE_HZ;
/** Half of the window around a joint: packets on both sides. */
const BESIDE_S = 0.1;
/** Power of −100 dB of full scale: silence is compared with silence. */
const INAUDIBLE = 1e-10;
/** The filter for the source in a video as long as the others. */
const STEREO = `pan=stereo|c0=c0|c1=c0,atrim=end_sample=${DURATION_S * SOUND_RATE_HZ}`;
const never = new AbortController().signal;
/** Times at which a turn follows another one. */
const joints = aacTurns(DURATION_S * SOUND_RATE_HZ)
  .slice(1)
  .map((_, index) => (index + 1) * TURN_S);

/** Three turns that repeat: noise of −40 dB, chords that are struck twice a second, clicks at two joints, silence over the third. */
let seed = 1;
const click = clicks([0, TURN_S, 3 * TURN_S], 0.3);
const music: Waveform = (timeS) => {
  if (Math.abs(timeS - 2 * TURN_S) < 4) return 0;
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
  const noise = 0.02 * (seed / 2 ** 31 - 1);
  const decay = Math.exp(-4 * (timeS % 0.5));
  const chord = [110, 165, 277, 1_760].reduce((sum, hz) => sum + 0.1 * Math.sin(2 * Math.PI * hz * timeS), 0);
  return noise + decay * chord + click(timeS);
};

/** The programs that this process runs. */
async function ffmpegs(): Promise<string[]> {
  const { stdout } = await run('ps', ['-o', 'args=', '--ppid', `${process.pid}`]);
  return stdout.split('\n').filter((line) => line.includes('ffmpeg'));
}

const folder = temporaryFolder('aac');
let job: EncodeJob;
/** The same sound in a video that is drawn whole. */
let whole: EncodeJob;
/** The same sound by one encoder. */
const once = path.join(folder, 'once.mp4');

beforeAll(async () => {
  const [round, file] = [path.join(folder, 'round.wav'), path.join(folder, 'music.wav')];
  await writeSound(round, { wave: music, durationS: 3 * TURN_S, options: ['-c:a', 'pcm_f32le'] });
  await run('ffmpeg', ['-v', 'error', '-stream_loop', '6', '-i', round, '-c', 'copy', file]);
  const range = { fromFrame: 0, toFrame: FRAMES };
  const sound = {
    ...{ sourceUrl: 'http://127.0.0.1/x', path: 'audio_url', role: 'bed' as const, ...range, volume: 1 },
    ...{ trimStartS: 0, fadeInS: 0, fadeOutS: 0, loop: false, file, sourceDurationS: DURATION_S },
    ...{ sourceChannels: 1, hasPicture: false },
  };
  const video = { width: 32, height: 32, fps: FPS, frameCount: FRAMES, format: 'mp4', encoder: 'software' } as const;
  job = { ...video, stillRuns: [range], sounds: [sound], output: path.join(folder, 'sound.mp4') };
  whole = { ...job, output: path.join(folder, 'whole.mp4') };
  const gray = new Uint8Array(32 * 32 * 1.5).fill(128);
  await Promise.all([
    encodeSound(job, never),
    encodeVideo(whole, () => Promise.resolve(gray), { signal: never }),
    run('ffmpeg', ['-v', 'error', '-i', file, '-af', STEREO, '-c:a', 'aac', '-b:a', '160k', once]),
  ]);
}, 120_000);

describe('a sound that is encoded by turns', () => {
  it('is as near to the mix as that of one encoder, at the joints, too', async () => {
    expect(await checkSound(job.output, job)).toHaveProperty('ok', true);
    const source = await readSound(job.sounds[0]!.file);
    const [byTurns, alone] = [await readSound(job.output), await readSound(once)];
    expect(byTurns).toHaveLength(alone.length);
    const noise = (samples: Float32Array, fromS: number, toS: number): number => {
      const [from, to] = [fromS, toS].map((timeS) => Math.round(timeS * SOUND_RATE_HZ)) as [number, number];
      let power = 0;
      for (let n = from; n < to; n++) power += (samples[n]! - source[n]!) ** 2;
      return 10 * Math.log10(INAUDIBLE + power / (to - from));
    };
    const moreDb = (fromS: number, toS: number): number => noise(byTurns, fromS, toS) - noise(alone, fromS, toS);
    expect(moreDb(0, DURATION_S)).toBeLessThan(0.1);
    expect(joints.filter((jointS) => moreDb(jointS - BESIDE_S, jointS + BESIDE_S) > 1)).toEqual([]);
    expect(joints.slice(0, -1).filter((jointS) => moreDb(jointS, jointS + 4) > 0.5)).toEqual([]);
  }, 120_000);

  it('has the packets of a video that is drawn whole', async () => {
    const packetsOf = async (file: string): Promise<string> =>
      (await run('ffmpeg', ['-v', 'error', '-i', file, '-map', '0:a', '-c', 'copy', '-f', 'md5', '-'])).stdout;
    expect(await packetsOf(job.output)).toBe(await packetsOf(whole.output));
  });

  it('has the same bytes every time, whatever else runs', async () => {
    const alone = { ...job, output: path.join(folder, 'alone.mp4') };
    await encodeSound(alone, never);
    const [first, second] = await Promise.all([job, alone].map(({ output }) => readFile(output)));
    expect(first!.equals(second!)).toBe(true);
  }, 120_000);

  it('ends within a second when it is aborted, and leaves no process and no file', async () => {
    const controller = new AbortController();
    const before = await readdir(folder);
    const encoding = encodeSound({ ...job, output: path.join(folder, 'aborted.mp4') }, controller.signal);
    encoding.catch(() => undefined); // asserted below
    // The mixer and four encoders.
    await eventually(async () => (await ffmpegs()).length === 5);
    const abortedAt = performance.now();
    controller.abort(new Error('canceled by its owner'));
    await expect(encoding).rejects.toThrow('canceled by its owner');
    expect(performance.now() - abortedAt).toBeLessThan(1_000);
    expect(await ffmpegs()).toEqual([]);
    expect(await readdir(folder)).toEqual(before);
  });

  it('fails with the error that an encoder reports', async () => {
    const ffmpeg = path.join(folder, 'ffmpeg');
    const program = `#!/bin/sh\ncase "$*" in *pipe:0*) echo no memory >&2; exit 3;; esac\nexec ffmpeg "$@"\n`;
    await writeFile(ffmpeg, program, { mode: 0o755 });
    const before = await readdir(folder);
    const output = path.join(folder, 'failed.mp4');
    const failing = encodeSound({ ...job, output }, never, { ...DEFAULT_TOOLS, ffmpeg });
    await expect(failing).rejects.toThrow(FfmpegError);
    await expect(failing).rejects.toMatchObject({ message: `${ffmpeg} ended with code 3`, stderr: 'no memory' });
    expect(await ffmpegs()).toEqual([]);
    expect(await readdir(folder)).toEqual(before);
  });
});
