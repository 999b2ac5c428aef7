import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { execFile } from 'node:child_process';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { type EncodeJob, encodeSound, encodeVideo } from '#libs/encode';
import { temporaryFolder, writeSound } from '#libs/testing';
import { SharedFiles } from './shared-files.js';
import { sharedSound } from './steps/shared-sound.js';

const folder = temporaryFolder('shared-files');
const run = promisify(execFile);
const signal = new AbortController().signal;
const HALF_AN_HOUR_MS = 30 * 60_000;
let names = 0;

/** Shared files in a folder of their own, and a way to have one of them brought. */
async function shelf(budgetBytes = 1_000_000) {
  const own = join(folder, `${++names}`);
  await mkdir(join(own, 'files'), { recursive: true });
  const shared = new SharedFiles({ folder: join(own, 'shared'), budgetBytes });
  let made = 0;
  const bring = async (content: string, of: unknown = 'it'): Promise<string> => {
    const output = join(own, 'files', `${++names}`);
    await shared.bring({ of, output }, async () => {
      made += 1;
      await pause(50);
      await writeFile(output, content);
    });
    return readFile(output, 'utf8');
  };
  return { shared, bring, files: () => readdir(join(own, 'shared')), made: () => made, folder: join(own, 'shared') };
}

describe('a file that several videos have', () => {
  it('is made once, also for those that want it at the same time', async () => {
    const { bring, files, made } = await shelf();
    expect(await Promise.all([bring('first'), bring('second')])).toEqual(['first', 'first']);
    expect(await bring('third')).toBe('first');
    expect(await bring('other', 'another')).toBe('other');
    expect(made()).toBe(2);
    expect(await files()).toEqual(Array(2).fill(expect.stringMatching(/^[0-9a-f]{64}\.[0-9a-f]{64}$/)));
  });

  it('is made by the next one if the first fails, or if the process that announced it is gone', async () => {
    const { shared, bring, folder: of } = await shelf();
    const output = join(folder, 'failed');
    const failing = shared.bring({ of: 'it', output }, () => Promise.reject(new Error('no memory')));
    await expect(failing).rejects.toThrow('no memory');
    const key = createHash('sha256').update(JSON.stringify('it')).digest('hex');
    await writeFile(join(of, `${key}.making`), '4194305'); // above the largest number of a process
    expect(await bring('first')).toBe('first');
  });

  it('is waited for no longer than its video lasts', async () => {
    const { shared } = await shelf();
    const over = new AbortController();
    const making = Promise.withResolvers<undefined>();
    const first = shared.bring({ of: 'it', output: join(folder, 'never') }, async () => {
      await making.promise;
    });
    const wanted = { of: 'it', output: join(folder, 'waited'), signal: over.signal };
    const second = shared.bring(wanted, () => Promise.resolve());
    setTimeout(() => over.abort(new Error('canceled')), 150);
    await expect(second).rejects.toThrow('canceled');
    making.resolve(undefined);
    expect(await first).toBeNull();
  });

  it('is kept for half an hour after its last use, within the bytes of all, and never used when it was altered', async () => {
    const { shared, bring, files, folder: of, made } = await shelf(12);
    await bring('first');
    const [name = ''] = await files();
    await utimes(join(of, name), new Date(), new Date(Date.now() - HALF_AN_HOUR_MS - 1_000));
    expect(await bring('again')).toBe('again');
    await writeFile(join(of, (await files())[0]!), 'alter');
    expect(await bring('third')).toBe('third');
    expect(made()).toBe(3);
    await bring('longer', 2);
    await bring('another', 3);
    expect(await files()).toHaveLength(1);
    await bring('much too long for it', 4);
    expect(await files()).toHaveLength(1);
    await shared.sweep(Date.now() + HALF_AN_HOUR_MS + 1_000);
    expect(await files()).toEqual([]);
  });
});

describe('videos of one sound', () => {
  const source = join(folder, createHash('sha256').update('source').digest('hex'));
  const size = { width: 32, height: 32 } as const;
  const [fps, frameCount] = [24, 24 * 12];
  let video: Omit<EncodeJob, 'output'>;

  beforeAll(async () => {
    await writeSound(source, {
      wave: (timeS) => 0.2 * Math.sin(2_000 * timeS),
      durationS: 14,
      options: ['-f', 'wav', '-c:a', 'pcm_s16le'],
    });
    const sound = {
      ...{
        sourceUrl: 'http://127.0.0.1/x',
        path: 'audio_url',
        role: 'bed' as const,
        fromFrame: 0,
        toFrame: frameCount,
      },
      ...{ trimStartS: 0, fadeInS: 0, fadeOutS: 0, loop: false, volume: 1, file: source, sourceDurationS: 14 },
      ...{ sourceChannels: 1, hasPicture: false },
    };
    video = { ...size, fps, frameCount, format: 'mp4', encoder: 'software', sounds: [sound], loudnessLufs: -16 };
  }, 60_000);

  const encoded = async (job: EncodeJob): Promise<string> => {
    const gray = new Uint8Array(job.width * job.height * 1.5).fill(128);
    await encodeVideo(job, () => Promise.resolve(gray), { signal });
    if (job.format === 'webm') return packetsOf(job.output); // ffmpeg numbers its tracks at random
    return createHash('sha256')
      .update(await readFile(job.output))
      .digest('hex');
  };
  const packetsOf = async (file: string): Promise<string> =>
    (await run('ffmpeg', ['-v', 'error', '-i', file, '-map', '0', '-c', 'copy', '-f', 'md5', '-'])).stdout;

  it.each(['mp4', 'webm'] as const)(
    'have the same %s as if each had encoded its own',
    async (format) => {
      const of = join(folder, `videos-${format}`);
      await mkdir(of);
      const files = new SharedFiles({ folder: join(of, 'shared'), budgetBytes: 1e9 });
      const ofAnother = (job: typeof video) =>
        job.sounds.map((sound) => ({
          ...sound,
          sourceUrl: 'http://127.0.0.1/y',
          file: `/slot-1/assets/${basename(source)}`,
        }));
      const sharedWith = (sounds: typeof video.sounds) => sharedSound({ ...video, format, sounds }, files);
      const jobOf = (name: string): EncodeJob => ({ ...video, format, output: join(of, name) });
      const own = await encoded(jobOf('own'));
      expect(await encoded({ ...jobOf('first'), sharedSound: sharedWith(video.sounds) })).toBe(own);
      const [name = ''] = await readdir(join(of, 'shared'));
      const { mtimeMs, nlink } = await stat(join(of, 'shared', name));
      expect(nlink).toBe(1); // the files of a video are removed
      expect(await encoded({ ...jobOf('second'), sharedSound: sharedWith(ofAnother(video)) })).toBe(own);
      expect((await stat(join(of, 'shared', name))).mtimeMs).toBeGreaterThan(mtimeMs); // it was used
      await encodeSound({ ...jobOf('sound'), sharedSound: sharedWith(video.sounds) }, signal);
      expect((await stat(join(of, 'shared', name))).nlink).toBe(2);
      const louder = video.sounds.map((sound) => ({ ...sound, volume: 0.5 }));
      await encodeSound({ ...jobOf('louder'), sounds: louder, sharedSound: sharedWith(louder) }, signal);
      expect(await readdir(join(of, 'shared'))).toHaveLength(2);
    },
    60_000,
  );
});
