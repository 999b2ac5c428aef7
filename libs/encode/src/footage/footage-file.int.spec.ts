import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '#libs/testing';
import type { FootageRun } from '#libs/timeline';
import { FfmpegError } from '../child-process.js';
import { probe } from '../probe.js';
import { DEFAULT_TOOLS } from '../tools.js';
import { FootageFile } from './footage-file.js';

const run = promisify(execFile);
const folder = temporaryFolder('footage');

async function makeFootage(
  name: string,
  options: readonly string[],
  lavfi = 'testsrc2=s=192x108:r=30:d=3',
): Promise<FootageFile> {
  const file = path.join(folder, name);
  await run('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', lavfi, ...options, file]);
  return new FootageFile(file, await probe(file));
}

const RUN: FootageRun = { width: 96, height: 54, fps: 24, fromS: 0, speed: 1, firstPicture: 0 };

/** Up to `most` pictures of a run, each as a digest. */
async function pictures(from: FootageFile, change: Partial<FootageRun> = {}, most = Infinity): Promise<string[]> {
  const reader = from.read({ ...RUN, ...change });
  const digests: string[] = [];
  for (let picture = await reader.next(); picture; picture = await reader.next()) {
    digests.push(createHash('md5').update(picture).digest('hex'));
    if (digests.length === most) break;
  }
  await reader.close();
  return digests;
}

const X264 = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p'];

describe('FootageFile', () => {
  it.each([
    ['h264 with B-frames and rare key frames', 'b.mp4', [...X264, '-g', '250', '-bf', '3']],
    ['h264 with many key frames', 'keys.mp4', [...X264, '-g', '12']],
    ['h264 without B-frames', 'plain.mp4', [...X264, '-bf', '0', '-g', '30']],
    ['h264 in Matroska', 'h264.mkv', [...X264, '-g', '40', '-bf', '2']],
    ['h264 with open groups of pictures', 'open.mp4', [...X264, '-g', '30', '-bf', '3', '-x264-params', 'open-gop=1']],
    ['hevc with open groups of pictures', 'hevc.mp4', ['-c:v', 'libx265', '-x265-params', 'keyint=30:log-level=none']],
    ['fragments', 'fragments.mp4', [...X264, '-g', '30', '-movflags', '+frag_keyframe+empty_moov']],
    ['vp9', 'vp9.webm', ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-g', '30']],
    ['vp8', 'vp8.webm', ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8']],
    ['an uneven rate', 'vfr.mp4', [...X264, '-vf', "select='not(mod(floor(n*n/7),3))'", '-vsync', 'vfr']],
    ['a late start', 'late.mkv', [...X264, '-vf', 'setpts=PTS+0.7/TB', '-vsync', 'vfr']],
  ])('gives the same picture wherever decoding begins: %s', async (_case, name, options) => {
    const source = await makeFootage(name, options);
    for (const change of [{}, { fps: 30, fromS: 0.4, speed: 1.3 }, { fps: 12, speed: 0.7 }]) {
      const whole = await pictures(source, change);
      expect(new Set(whole).size).toBeGreaterThan(10);
      for (const firstPicture of [1, 2, 7, 13, 24, 25, Math.floor(whole.length / 2), whole.length - 1]) {
        const part = await pictures(source, { ...change, firstPicture }, 5);
        expect(part).toEqual(whole.slice(firstPicture, firstPicture + 5));
      }
    }
  });

  it('gives the same picture wherever decoding begins: cut out of a longer file', async () => {
    await makeFootage('long.mp4', [...X264, '-g', '30', '-bf', '3'], 'testsrc2=s=192x108:r=30:d=6');
    const [long, cut] = ['long.mp4', 'cut.mp4'].map((name) => path.join(folder, name));
    await run('ffmpeg', ['-v', 'error', '-y', '-ss', '1.4', '-i', long!, '-c', 'copy', cut!]);
    const source = new FootageFile(cut!, await probe(cut!));
    const whole = await pictures(source);
    for (let firstPicture = 1; firstPicture < whole.length; firstPicture += 4) {
      expect(await pictures(source, { firstPicture }, 1)).toEqual([whole[firstPicture]]);
    }
  });

  it('shows at each instant the picture nearest to it, at any rate and speed', async () => {
    // Luma encodes the number of the picture: 16 + 2n.
    const source = await makeFootage(
      'counted.mkv',
      ['-c:v', 'libx264', '-qp', '0', '-preset', 'ultrafast', '-colorspace', 'bt709'],
      "color=black:s=32x32:r=50:d=2,format=yuv420p,geq=lum='16+2*N':cb=128:cr=128",
    );
    for (const { fps, speed, fromS } of [
      { fps: 24, speed: 1, fromS: 0 },
      { fps: 30, speed: 2.5, fromS: 0.3 },
      { fps: 24, speed: 0.5, fromS: 0.9 },
    ]) {
      const reader = source.read({ ...RUN, width: 32, height: 32, fps, speed, fromS });
      for (let n = 0; n < 15; n++) {
        const picture = await reader.next();
        const shown = (picture![0]! - 16) / 2;
        const wanted = (fromS + (n / fps) * speed) * 50;
        expect(Math.abs(shown - wanted)).toBeLessThanOrEqual(Math.max(1, (0.5 * speed * 50) / fps + 0.01));
      }
      await reader.close();
    }
  });

  it('returns null after the last picture, again and again', async () => {
    const source = await makeFootage('short.mp4', X264, 'testsrc2=s=64x64:r=24:d=0.5');
    const reader = source.read({ ...RUN, width: 64, height: 64 });
    let count = 0;
    while (await reader.next()) count++;
    expect(count).toBe(12);
    expect(await reader.next()).toBeNull();
    await reader.close();
  });

  it('keeps a picture as it is until the next one is asked for', async () => {
    const source = await makeFootage('held.mp4', X264);
    const reader = source.read(RUN);
    const picture = await reader.next();
    const before = Buffer.from(picture!);
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(Buffer.compare(before, picture!)).toBe(0);
    await reader.close();
  });

  it.each([
    ['tagged BT.601', 'bt601', 'smpte170m', '640x360'],
    ['untagged and small', 'bt601', 'unknown', '640x360'],
    ['untagged and large', 'bt709', 'unknown', '1280x720'],
    ['tagged BT.709 and small', 'bt709', 'bt709', '640x360'],
  ])('turns colors of a source %s into BT.709', async (_case, matrix, tag, size) => {
    const filter = `scale=out_color_matrix=${matrix}:out_range=tv:flags=accurate_rnd+full_chroma_int,format=yuv420p`;
    const tags = tag === 'unknown' ? [] : ['-colorspace', tag, '-color_range', 'tv'];
    const source = await makeFootage(
      `${matrix}-${tag}-${size}.mp4`,
      ['-vf', filter, '-c:v', 'libx264', '-qp', '1', ...tags],
      `color=0x0f3d3e:s=${size}:r=24:d=0.2,format=gbrp`,
    );
    const reader = source.read(RUN);
    const picture = (await reader.next())!;
    const luma = RUN.width * RUN.height;
    const shown = [picture[0]!, picture[luma]!, picture[luma * 1.25]!];
    shown.forEach((value, index) => expect(Math.abs(value - [60, 133, 108][index]!)).toBeLessThanOrEqual(1));
    await reader.close();
  });

  it('cuts out the wanted part, upright, whatever the file stores', async () => {
    // Left half dark, right half bright; stored on its side, the file says to turn it back.
    const left = 'color=black:s=128x128:r=24:d=0.2,drawbox=x=64:w=64:h=128:c=white:t=fill,transpose=clock';
    const stored = path.join(folder, 'stored.mp4');
    await run('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', left, ...X264, stored]);
    const turned = path.join(folder, 'turned.mp4');
    await run('ffmpeg', ['-v', 'error', '-y', '-i', stored, '-c', 'copy', '-metadata:s:v', 'rotate=90', turned]);
    const source = new FootageFile(turned, await probe(turned));
    for (const [x, isBright] of [
      [0, false],
      [66, true],
    ] as const) {
      const reader = source.read({ ...RUN, width: 32, height: 64, crop: { x, y: 0, width: 60, height: 128 } });
      const picture = (await reader.next())!;
      expect(picture[0]! > 128).toBe(isBright);
      expect(picture[32 * 64 - 1]! > 128).toBe(isBright);
      await reader.close();
    }
  });

  it('gives the same pictures where a GPU was promised, there or not', async () => {
    const source = await makeFootage('large.mp4', [...X264, '-preset', 'ultrafast'], 'testsrc2=s=1920x1080:r=24:d=0.3');
    const file = path.join(folder, 'large.mp4');
    const promised = new FootageFile(file, await probe(file), { ...DEFAULT_TOOLS, hasGpu: true });
    expect(await pictures(promised)).toEqual(await pictures(source));
  });

  it('shows stretched pixels as wide as they are meant', async () => {
    const source = await makeFootage('sar.mp4', ['-vf', 'setsar=2', ...X264], 'testsrc2=s=96x108:r=24:d=0.2');
    expect([source.width, source.height]).toEqual([192, 108]);
  });

  it('leaves no process behind when it is closed early', async () => {
    const source = await makeFootage('early.mp4', X264, 'testsrc2=s=640x360:r=30:d=20');
    const reader = source.read({ ...RUN, width: 640, height: 360 });
    await reader.next();
    await reader.close();
    const { stdout } = await run('ps', ['-eo', 'args']);
    expect(stdout).not.toContain(path.join(folder, 'early.mp4'));
  });

  it('fails on a file that cannot be decoded, and on a program that is not there', async () => {
    const source = await makeFootage('good.mp4', X264);
    await writeFile(path.join(folder, 'good.mp4'), 'no longer a video');
    const reader = source.read(RUN);
    await expect(reader.next()).rejects.toThrow(FfmpegError);
    await reader.close();
    const nowhere = new FootageFile(path.join(folder, 'b.mp4'), await probe(path.join(folder, 'b.mp4')), {
      ffmpeg: '/nowhere/ffmpeg',
      ffprobe: 'ffprobe',
    }).read(RUN);
    await expect(nowhere.next()).rejects.toThrow('/nowhere/ffmpeg could not be started');
    await nowhere.close();
  });
});
