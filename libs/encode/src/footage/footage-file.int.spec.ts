import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '#libs/testing';
import { FfmpegError } from '../child-process.js';
import { probe } from '../probe.js';
import { DEFAULT_TOOLS } from '../tools.js';
import { pictures, RUN } from '../testing/footage-pictures.js';
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

/** The picture's own luma as its alpha, encoded with what the next options name. */
const ALPHA = ['-vf', 'format=yuva420p,geq=lum=lum(X\\,Y):cb=cb(X\\,Y):cr=cr(X\\,Y):a=lum(X\\,Y)'];

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
    ['vp9 with an alpha', 'alpha.webm', [...ALPHA, '-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-g', '30']],
    ['a gif', 'moving.gif', ['-loop', '0']],
    ['a late start', 'late.mkv', [...X264, '-vf', 'setpts=PTS+0.7/TB', '-vsync', 'vfr']],
  ])('gives the same picture wherever decoding begins: %s', async (_case, name, options) => {
    const source = await makeFootage(name, options);
    for (const change of [{}, { fps: 30, fromS: 0.4, speed: 1.3 }, { fps: 12, speed: 0.7 }]) {
      const whole = await pictures(source, change);
      expect(new Set(whole).size).toBeGreaterThan(10);
      for (const firstPicture of [1, 7, 24, Math.floor(whole.length / 2), whole.length - 1]) {
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

  it.each([
    ['left', 0.75],
    ['center', 0.5],
  ])('keeps colors where they are when it scales pictures whose chroma lies %s', async (place, firstCell) => {
    // A slope of 2 a cell: the chroma of frames lies on the left, that of the source at a known place.
    const source = await makeFootage(
      `chroma-${place}.mp4`,
      ['-c:v', 'libx264', '-qp', '0', '-colorspace', 'bt709', '-chroma_sample_location', place],
      'color=gray:s=192x112:r=24:d=0.2,format=yuv420p,geq=lum=128:cb=32+2*X:cr=128',
    );
    const reader = source.read({ ...RUN, width: 48, height: 28 });
    const picture = (await reader.next())!;
    for (let cell = 4; cell < 20; cell++) {
      const wanted = 32 + 2 * (4 * cell + firstCell);
      expect(Math.abs(picture[48 * 28 + 7 * 24 + cell]! - wanted)).toBeLessThanOrEqual(0.76);
    }
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

describe('FootageFile with an alpha', () => {
  const SIZE = { width: 64, height: 48 };
  /** A color that is opaque at the left, half transparent in the middle and absent at the right, on black. */
  const SHADES =
    "color=black:s=64x48:r=24:d=0.3,format=rgba,geq=r='if(lt(X,48),200,0)':g='if(lt(X,48),60,0)':b='if(lt(X,48),60,0)'" +
    ":a='if(lt(X,24),255,if(lt(X,48),128,0))'";
  const WEBM = ['-pix_fmt', 'yuva420p', '-auto-alt-ref', '0', '-crf', '4', '-b:v', '0'];

  async function firstPicture(source: FootageFile, size = SIZE): Promise<Uint8Array> {
    const reader = source.read({ ...RUN, ...size });
    const picture = Uint8Array.from((await reader.next())!);
    await reader.close();
    return picture;
  }

  it.each<[string, string, string[]]>([
    ['vp9', 'vp9-alpha.webm', ['-c:v', 'libvpx-vp9', ...WEBM]],
    ['vp8', 'vp8-alpha.webm', ['-c:v', 'libvpx', ...WEBM, '-b:v', '2M']],
    ['ProRes 4444', '4444.mov', ['-c:v', 'prores_ks', '-profile:v', '4444', '-pix_fmt', 'yuva444p10le']],
    ['PNG in a MOV', 'png.mov', ['-c:v', 'png', '-pix_fmt', 'rgba']],
    ['QuickTime Animation', 'qtrle.mov', ['-c:v', 'qtrle', '-pix_fmt', 'argb']],
    ['an animated PNG', 'animated.png', ['-f', 'apng', '-pix_fmt', 'rgba']],
  ])('gives premultiplied pixels of %s', async (_case, name, options) => {
    const source = await makeFootage(name, options, SHADES);
    expect(source.hasAlpha).toBe(true);
    const picture = await firstPicture(source);
    for (const [x, wanted] of [
      [12, [200, 60, 60, 255]],
      [36, [100, 30, 30, 128]],
      [58, [0, 0, 0, 0]],
    ] as const) {
      const at = 4 * (24 * SIZE.width + x);
      wanted.forEach((level, channel) => expect(Math.abs(picture[at + channel]! - level)).toBeLessThanOrEqual(4));
    }
  });

  it('shows what lies below a gif where it is transparent', async () => {
    const filter = "geq=r='200':g='60':b='60':a='if(lt(X,32),255,0)',split[a][b];[a]palettegen[p];[b][p]paletteuse";
    const lavfi = `color=black:s=64x48:r=10:d=0.5,format=rgba,${filter}`;
    const picture = await firstPicture(await makeFootage('sticker.gif', [], lavfi));
    expect([...picture.subarray(4 * 16, 4 * 17)]).toEqual([200, 60, 60, 255]);
    expect([...picture.subarray(4 * 48, 4 * 49)]).toEqual([0, 0, 0, 0]);
  });

  it('keeps the color of edges when it is scaled', async () => {
    const white = "color=black:s=64x48:r=24:d=0.2,format=rgba,geq=r='W':g='W':b='W':a='if(lt(X,31),255,0)'";
    const lavfi = white.replaceAll("'W'", "'if(lt(X,31),255,0)'");
    const source = await makeFootage('edge.mov', ['-c:v', 'qtrle', '-pix_fmt', 'argb'], lavfi);
    const picture = await firstPicture(source, { width: 40, height: 30 });
    for (let at = 0; at < picture.length; at += 4) expect(Math.abs(picture[at]! - picture[at + 3]!)).toBeLessThan(4);
  });
});

describe('FootageFile in HDR', () => {
  /** Light of a gray level of 0..1, in cd/m² (ITU-R BT.2100, tables 4 and 5, for a monitor of 1000 cd/m²). */
  const LIGHT = {
    'arib-std-b67': (level: number): number => {
      const scene = level <= 0.5 ? level ** 2 / 3 : (Math.exp((level - 0.55991073) / 0.17883277) + 0.28466892) / 12;
      return 1000 * scene ** 1.2;
    },
    smpte2084: (level: number): number => {
      const root = level ** (32 / 2523);
      return 10_000 * (Math.max(0, root - 3424 / 4096) / (2413 / 128 - (2392 / 128) * root)) ** (8192 / 1305);
    },
  };

  /** Luma of light on a monitor of SDR: as it is up to half of white, which is 203 cd/m². */
  function shownLuma(light: number): number {
    const [share, knee, peak] = [Math.min(light, 1000) / 203, 0.5, 1000 / 203];
    const a = (-(knee ** 2) * (peak - 1)) / (knee ** 2 - 2 * knee + peak);
    const b = (knee ** 2 - 2 * knee * peak + peak) / (peak - 1);
    const scale = (b ** 2 + 2 * b * knee + knee ** 2) / (b - a);
    const shown = share <= knee ? share : (scale * (share + a)) / (share + b);
    return 16 + 219 * Math.min(1, shown) ** (1 / 2.4);
  }

  it.each(['arib-std-b67', 'smpte2084'] as const)('shows grays of %s by their light', async (transfer) => {
    const levels = [0, 0.2, 0.35, 0.5, 0.58, 0.75, 0.9, 1];
    const lavfi = `color=black:s=256x64:r=24:d=0.2,format=yuv420p10le,geq=lum='64+876*(${levels
      .map((level, index) => `${level}*eq(floor(X/32),${index})`)
      .join('+')})':cb=512:cr=512`;
    const tags = [
      '-colorspace',
      'bt2020nc',
      '-color_primaries',
      'bt2020',
      '-color_trc',
      transfer,
      '-color_range',
      'tv',
    ];
    const source = await makeFootage(`${transfer}.mp4`, ['-c:v', 'libx264', '-qp', '0', ...tags], lavfi);
    const reader = source.read({ ...RUN, width: 256, height: 64 });
    const picture = (await reader.next())!;
    const shown = levels.map((_, index) => picture[32 * 256 + 32 * index + 16]!);
    levels.forEach((level, index) => {
      expect(Math.abs(shown[index]! - shownLuma(LIGHT[transfer](level)))).toBeLessThanOrEqual(2);
    });
    await reader.close();
  });

  it('shows a color that BT.709 has as it is, whatever primaries the file has', async () => {
    // sRGB (200, 60, 60) as BT.2020 of gamma 2.4, by the matrices of ITU-R BT.2407.
    const linear = [200, 60, 60].map((level) => (level / 255) ** 2.4);
    const wide = [
      [0.6274, 0.3293, 0.0433],
      [0.0691, 0.9195, 0.0114],
      [0.0164, 0.088, 0.8956],
    ].map((row) => row.reduce((sum, share, index) => sum + share * linear[index]!, 0) ** (1 / 2.4));
    const [r, g, b] = wide as [number, number, number];
    const luma = 0.2627 * r + 0.678 * g + 0.0593 * b;
    const [y, u, v] = [64 + 876 * luma, 512 + (896 * (b - luma)) / 1.8814, 512 + (896 * (r - luma)) / 1.4746];
    const lavfi = `color=black:s=64x64:r=24:d=0.2,format=yuv420p10le,geq=lum=${y}:cb=${u}:cr=${v}`;
    const tags = ['-colorspace', 'bt2020nc', '-color_primaries', 'bt2020', '-color_trc', 'bt2020-10'];
    const source = await makeFootage('wide.mp4', ['-c:v', 'libx264', '-qp', '0', ...tags], lavfi);
    const reader = source.read({ ...RUN, width: 64, height: 64 });
    const picture = (await reader.next())!;
    const own = 0.2126 * 200 + 0.7152 * 60 + 0.0722 * 60;
    const wanted = [16, 128, 128].map(
      (zero, index) =>
        zero + [(219 * own) / 255, (224 * (60 - own)) / 1.8556 / 255, (224 * (200 - own)) / 1.5748 / 255][index]!,
    );
    const shown = [picture[0]!, picture[64 * 64]!, picture[64 * 64 * 1.25]!];
    shown.forEach((level, index) => expect(Math.abs(level - wanted[index]!)).toBeLessThanOrEqual(2));
    await reader.close();
  });
});
