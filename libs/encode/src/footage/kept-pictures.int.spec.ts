import { execFile } from 'node:child_process';
import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '#libs/testing';
import { probe } from '../probe.js';
import { pictures } from '../testing/footage-pictures.js';
import { FootageFile } from './footage-file.js';
import { isKeepable, type KeepPictures, type RunToKeep } from './kept-pictures.js';

const run = promisify(execFile);
const folder = temporaryFolder('kept-pictures');
const X264 = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p'];
const BT709 = ['-colorspace', 'bt709', '-chroma_sample_location', 'left'];
const SOURCE = 'testsrc2=s=192x108:r=30:d=2';
let names = 0;

async function makeFootage(options: readonly string[], lavfi = SOURCE): Promise<string> {
  const file = path.join(folder, `${++names}.mp4`);
  await run('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', lavfi, ...options, file]);
  return file;
}

async function open(file: string, keep?: KeepPictures): Promise<FootageFile> {
  return new FootageFile(file, await probe(file), undefined, keep);
}

/** A place for one run, and what became of it. */
function place(mostPictures = 1_000) {
  const file = path.join(folder, `${++names}.kept`);
  const found = { file, asked: [] as RunToKeep[], ends: [] as boolean[][] };
  const keep: KeepPictures = (wanted) => {
    found.asked.push(wanted);
    return Promise.resolve({
      ...{ file, mostPictures },
      end: (...states) => {
        found.ends.push(states);
        return Promise.resolve();
      },
    });
  };
  return { ...found, keep };
}

const from =
  (file: string, isWhole: boolean): KeepPictures =>
  () =>
    Promise.resolve({ file, isWhole });

describe('pictures that were kept', () => {
  it.each<[string, string[], string]>([
    ['of BT.709', BT709, SOURCE],
    ['with open groups of pictures', ['-bf', '3', '-g', '20', '-x264-params', 'open-gop=1', ...BT709], SOURCE],
    ['of an uneven rate', ['-vf', "select='not(mod(floor(n*n/7),3))'", '-vsync', 'vfr', ...BT709], SOURCE],
    ['of a slow file', BT709, 'testsrc2=s=192x108:r=10:d=3'],
  ])('have the same bytes at every size and part as decoded ones: %s', async (_what, options, lavfi) => {
    const file = await makeFootage([...X264, ...options], lavfi);
    const alone = await open(file);
    const crop = { x: 20, y: 8, width: 90, height: 80 };
    for (const change of [{}, { fps: 30, fromS: 0.4, speed: 1.3, firstPicture: 11 }]) {
      const kept = place();
      expect(await pictures(await open(file, kept.keep), change)).toEqual(await pictures(alone, change));
      expect(kept.ends).toEqual([[true, true]]);
      for (const size of [{ width: 54, height: 96, crop }, { byMeans: true as const }]) {
        const sized = { ...change, ...size };
        expect(await pictures(await open(file, from(kept.file, true)), sized)).toEqual(await pictures(alone, sized));
      }
    }
  });

  it('are those that the first reader took, and the rest is decoded', async () => {
    const file = await makeFootage([...X264, ...BT709]);
    const whole = await pictures(await open(file));
    const kept = place();
    expect(await pictures(await open(file, kept.keep), {}, 10)).toEqual(whole.slice(0, 10));
    expect(kept.asked).toMatchObject([{ pictureBytes: 192 * 108 * 1.5, pictures: 49 }]);
    expect(kept.ends).toEqual([[true, false]]);
    // The last ones taken may not have been written when the reader closed.
    expect((await stat(kept.file)).size).toBeGreaterThanOrEqual(5 * 192 * 108 * 1.5);
    expect(await pictures(await open(file, from(kept.file, false)))).toEqual(whole);
    const few = place(5);
    expect(await pictures(await open(file, few.keep))).toEqual(whole);
    expect((await stat(few.file)).size).toBe(5 * 192 * 108 * 1.5);
    expect(await pictures(await open(file, from(few.file, false)))).toEqual(whole);
  });

  it('are decoded where they cannot be read or written, or nothing is kept', async () => {
    const file = await makeFootage([...X264, ...BT709]);
    const whole = await pictures(await open(file));
    const torn = path.join(folder, 'torn');
    const kept = place();
    await pictures(await open(file, kept.keep));
    await writeFile(torn, (await readFile(kept.file)).subarray(0, 100_000));
    const nowhere = place();
    const noDisk: KeepPictures = async (wanted) => ({ ...(await nowhere.keep(wanted))!, file: '/dev/full' });
    const keeps: KeepPictures[] = [
      from(torn, false),
      from('/nowhere', true),
      noDisk,
      () => Promise.resolve(null),
      () => Promise.reject(new Error('no disk')),
    ];
    for (const keep of keeps) expect(await pictures(await open(file, keep))).toEqual(whole);
    expect(nowhere.ends).toEqual([[false, false]]);
  });

  it('are not kept of a file whose pictures say more than their pixels', async () => {
    const isKept = async (options: readonly string[]): Promise<boolean> => {
      const { video } = await probe(await makeFootage(options, 'testsrc2=s=192x108:r=24:d=0.2'));
      return isKeepable(video!);
    };
    expect(await isKept([...X264, ...BT709])).toBe(true);
    expect(await isKept([...X264, '-vf', 'setsar=2', ...BT709])).toBe(false);
    expect(await isKept(['-c:v', 'libx264', '-pix_fmt', 'yuvj420p', ...BT709])).toBe(false);
    expect(await isKept(['-c:v', 'libx264', '-pix_fmt', 'yuv422p', ...BT709])).toBe(false);
    expect(await isKept([...X264, '-colorspace', 'smpte170m', '-chroma_sample_location', 'left'])).toBe(false);
  });
});
