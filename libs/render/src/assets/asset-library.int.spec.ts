import { execFile } from 'node:child_process';
import { type RequestListener } from 'node:http';
import { readdir, readFile, utimes } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DEFAULT_TOOLS } from '#libs/encode';
import { createGuard } from '#libs/net-guard';
import { eventually, serve, temporaryFolder, type TestServer } from '#libs/testing';
import type { AssetUse } from '#libs/timeline';
import type { AssetLimits } from './asset-budget.js';
import { SharedFiles } from '../shared-files.js';
import { AssetLibrary } from './asset-library.js';
import { ContentCache } from './content-cache.js';

const run = promisify(execFile);
const LOGO = 'pages[0].layers[2] "logo"';
const LOGO_FIELD = 'pages[0].layers[2].source_url';
const NEVER = new AbortController().signal;
const guard = createGuard({ allow: ['127.0.0.0/8'], allowHttp: true });
const answers = new Map<string, RequestListener>();
const asked: string[] = [];
let folder: string;
let server: TestServer;
let red: Buffer;

beforeAll(async () => {
  folder = temporaryFolder('assets');
  server = await serve((request, response) => {
    asked.push(request.url!);
    (answers.get(request.url!) ?? ((_, missing) => missing.writeHead(404).end()))(request, response);
  });
  red = await picture('red', '64x48');
});
afterAll(async () => {
  await guard.close();
  await server.stop();
});

async function picture(color: string, size: string): Promise<Buffer> {
  const file = join(folder, `${color}-${size}.png`);
  await run('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', `color=${color}:s=${size}`, '-frames:v', '1', file]);
  return readFile(file);
}

/** Six pictures of 0.1 s each. */
async function animated(options: readonly string[]): Promise<Buffer> {
  const file = join(folder, 'moving-picture');
  await run('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', 'testsrc2=s=64x48:r=10:d=0.6', ...options, file]);
  return readFile(file);
}

/** Makes the server answer `path` with `body` and returns the address. */
function serveAt(path: string, body: string | Buffer | RequestListener): string {
  answers.set(path, typeof body === 'function' ? body : (_, response) => void response.end(body));
  return `${server.url}${path}`;
}

const shared = new SharedFiles({ folder: join(temporaryFolder('shared'), 'files'), budgetBytes: 1_000_000 });

async function library(
  name: string,
  options: { budgetBytes?: number; spareMs?: number; imageMaxBytes?: number; limits?: Partial<AssetLimits> } = {},
): Promise<AssetLibrary> {
  const cache = new ContentCache(join(folder, name), {
    budgetBytes: options.budgetBytes ?? 1_000_000_000,
    spareMs: options.spareMs ?? 0,
  });
  await cache.open();
  const most = 1_000_000;
  const others = { audio: most, video: most, font: most, caption: most, lottie: most };
  const maxBytes = { image: options.imageMaxBytes ?? most, ...others };
  const limits = { assets: 100, bytes: 10_000_000, fontBytes: 10_000_000, ...options.limits };
  const times = { timeoutMs: 5_000, stallMs: 5_000 };
  return new AssetLibrary(cache, { fetcher: guard, maxBytes, ...times, limits, shared }, DEFAULT_TOOLS);
}

function image(url: string): AssetUse {
  return { url, kind: 'image', path: LOGO, field: LOGO_FIELD };
}

describe('AssetLibrary', () => {
  it('fetches each address of a video once and keeps equal content once', async () => {
    const [first, second] = [serveAt('/a.png', red), serveAt('/b.png', red)];
    asked.length = 0;
    const assets = await (await library('once')).gather([image(first), image(second), image(first)], NEVER);
    expect(asked.sort()).toEqual(['/a.png', '/b.png']);
    expect(assets.image(first)).toBe(assets.image(second));
    expect(await readFile(assets.image(first))).toEqual(red);
  });

  it('shows the next video what an address holds by then', async () => {
    const shelf = await library('changing');
    await shelf.gather([image(serveAt('/logo.png', red))], NEVER);
    const blue = await picture('blue', '64x48');
    const url = serveAt('/logo.png', blue);
    expect(await readFile((await shelf.gather([image(url)], NEVER)).image(url))).toEqual(blue);
  });

  it('fetches the files of an order once, for all slots and although they change meanwhile', async () => {
    const url = serveAt('/first.png', red);
    const [one, other] = [await library('slot 1'), await library('slot 2', { limits: { bytes: red.length } })];
    asked.length = 0;
    const both = await Promise.all([one, other].map((slot) => slot.gather([image(url)], NEVER, 'batch:1')));
    serveAt('/first.png', await picture('green', '64x48'));
    for (const assets of [...both, await one.gather([image(url)], NEVER, 'batch:1')]) {
      expect(await readFile(assets.image(url))).toEqual(red);
    }
    expect(asked).toEqual(['/first.png']);
    expect(await readFile((await one.gather([image(url)], NEVER, 'batch:2')).image(url))).not.toEqual(red);
    const small = await library('slot 3', { limits: { bytes: red.length - 1 } });
    await expect(small.gather([image(url)], NEVER, 'batch:1')).rejects.toMatchObject({ code: 'ASSET_TOO_LARGE' });
    const lost = image(`${server.url}/lost.png`);
    const failed = await Promise.allSettled([one, other].map((slot) => slot.gather([lost], NEVER, 'batch:3')));
    expect(failed.map((each) => (each as PromiseRejectedResult).reason as unknown)).toMatchObject(
      Array(2).fill({ code: 'ASSET_FETCH_FAILED' }),
    );
  });

  it('reports the duration and the channels of a sound', async () => {
    const file = join(folder, 'tone.mp3');
    await run('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', 'sine=d=2', '-c:a', 'libmp3lame', file]);
    const url = serveAt('/tone.mp3', await readFile(file));
    const assets = await (
      await library('sound')
    ).gather([{ url, kind: 'audio', path: 'audio_url', field: 'audio_url' }], NEVER);
    expect(assets.sound(url)).toMatchObject({ sourceChannels: 1, hasPicture: false });
    expect(assets.sound(url)!.sourceDurationS).toBeCloseTo(2, 0);
  });

  it.each([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>', 'ASSET_UNSUPPORTED'],
    ['a web page', '<!doctype html>', 'ASSET_UNSUPPORTED'],
    ['a PNG that breaks off', Buffer.from('89504e470d0a1a0a0000', 'hex'), 'ASSET_UNSUPPORTED'],
    ['an empty file', '', 'ASSET_UNSUPPORTED'],
  ])('refuses %s as an image, naming the layer', async (_name, body, code) => {
    const gathering = (await library('refused')).gather([image(serveAt('/odd.png', body))], NEVER);
    await expect(gathering).rejects.toMatchObject({
      code,
      retryable: false,
      message: expect.stringContaining(LOGO) as unknown,
    });
  });

  it.each([
    ['image', 'GIF', ['-f', 'gif'], /the image is animated; a layer of type video shows/],
    ['image', 'PNG', ['-f', 'apng'], /the image is animated; a layer of type video shows/],
    ['image', 'WebP', ['-c:v', 'libwebp_anim', '-f', 'webp'], /the image is animated; a layer of type video shows/],
    ['video', 'WebP', ['-c:v', 'libwebp_anim', '-f', 'webp'], /can be converted to a GIF or an animated PNG/],
  ] as const)('refuses as %s an animated %s, saying what shows it', async (kind, _format, options, reason) => {
    const use: AssetUse = { url: serveAt('/sticker', await animated(options)), kind, path: LOGO, field: LOGO_FIELD };
    await expect((await library('animated')).gather([use], NEVER)).rejects.toMatchObject({
      code: 'ASSET_UNSUPPORTED',
      message: expect.stringMatching(reason) as unknown,
    });
  });

  it.each([
    ['GIF', ['-f', 'gif']],
    ['PNG', ['-f', 'apng']],
  ])('takes an animated %s as footage of its length', async (format, options) => {
    const use: AssetUse = {
      url: serveAt('/sticker', await animated(options)),
      kind: 'video',
      path: LOGO,
      field: LOGO_FIELD,
    };
    const footage = (await (await library(`animated ${format}`)).gather([use], NEVER)).footage(use.url);
    expect(footage.durationS).toBeCloseTo(0.6, 2);
  });

  it('refuses footage that would be shown in wrong colors', async () => {
    const file = join(folder, 'hdr.mov');
    const tags = ['-vf', 'setparams=color_trc=arib-std-b67:color_primaries=bt2020:colorspace=bt2020nc'];
    const codec = ['-c:v', 'prores_ks', '-profile:v', '4444', '-pix_fmt', 'yuva444p10le', ...tags];
    await run('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', 'color=red:s=64x64:d=0.1', ...codec, file]);
    const use: AssetUse = { url: serveAt('/hdr', await readFile(file)), kind: 'video', path: LOGO, field: LOGO_FIELD };
    await expect((await library('hdr')).gather([use], NEVER)).rejects.toMatchObject({
      code: 'ASSET_UNSUPPORTED',
      message: expect.stringContaining('both transparent and in HDR') as unknown,
    });
  });

  it('reads subtitles once for all videos, with or without a byte order mark', async () => {
    const file = '1\r\n00:00:01,000 --> 00:00:02,000\r\nGrüße\r\n';
    const shelf = await library('captions');
    for (const body of [file, `\uFEFF${file}`]) {
      const use: AssetUse = {
        url: serveAt('/words.srt', body),
        kind: 'caption',
        path: 'pages[0].layers[0] "words"',
        field: LOGO_FIELD,
      };
      const assets = await shelf.gather([use], NEVER);
      expect(assets.cues(use.url)).toEqual([{ start: 1, end: 2, text: 'Grüße' }]);
      expect((await shelf.gather([use], NEVER)).cues(use.url)).toBe(assets.cues(use.url));
    }
  });

  it.each([
    ['caption', 'no words', 'WEBVTT\n\n', /holds no SRT or WebVTT subtitles/],
    ['caption', 'a web page', '<!doctype html>', /holds no SRT or WebVTT subtitles/],
    [
      'caption',
      'Latin-1',
      Buffer.from('1\n00:00:01,000 --> 00:00:02,000\nGr\xfc\xdfe\n', 'latin1'),
      /is not UTF-8 text/,
    ],
    ['lottie', 'a web page', '<!doctype html>', /is no Lottie animation/],
    ['lottie', 'bytes', Buffer.from([0x50, 0x4b, 3, 4, 0xff]), /is not UTF-8 text/],
  ] as const)('refuses as a %s %s, naming the layer', async (kind, _what, body, reason) => {
    const use: AssetUse = { url: serveAt('/odd.txt', body), kind, path: LOGO, field: LOGO_FIELD };
    await expect((await library('refused-texts')).gather([use], NEVER)).rejects.toMatchObject({
      code: 'ASSET_UNSUPPORTED',
      message: expect.stringMatching(reason) as unknown,
    });
  });

  it('refuses subtitles larger than they may be', async () => {
    const use: AssetUse = {
      url: serveAt('/long.srt', Buffer.alloc(1_000_001, 0x20)),
      kind: 'caption',
      path: LOGO,
      field: LOGO_FIELD,
    };
    await expect((await library('long')).gather([use], NEVER)).rejects.toMatchObject({
      code: 'ASSET_TOO_LARGE',
      message: expect.stringContaining(LOGO) as unknown,
    });
  });

  it('refuses an image of too many pixels without decoding it', async () => {
    const bomb = Buffer.from(red);
    bomb.writeUInt32BE(60_000, 16);
    bomb.writeUInt32BE(60_000, 20);
    const gathering = (await library('bomb')).gather([image(serveAt('/bomb.png', bomb))], NEVER);
    await expect(gathering).rejects.toMatchObject({ code: 'ASSET_TOO_LARGE' });
  });

  it('refuses what is larger than its kind may be', async () => {
    const gathering = (await library('large', { imageMaxBytes: 100 })).gather(
      [image(serveAt('/large.png', red))],
      NEVER,
    );
    await expect(gathering).rejects.toMatchObject({ code: 'ASSET_TOO_LARGE', retryable: false });
  });

  it('refuses more files than a video may have before it asks for any, naming the first too many', async () => {
    asked.length = 0;
    const uses = ['/1.png', '/2.png', '/3.png'].map((path, index) => ({
      ...image(serveAt(path, red)),
      path: `pages[0].layers[${index}] "photo"`,
    }));
    const gathering = (await library('many', { limits: { assets: 2 } })).gather([...uses, uses[0]!], NEVER);
    await expect(gathering).rejects.toMatchObject({
      code: 'ASSET_TOO_LARGE',
      retryable: false,
      message: 'pages[0].layers[2] "photo": the video has more than 2 files, and this is the next',
    });
    expect(asked).toEqual([]);
  });

  it('refuses the file with which a video has fetched too much, while it is still arriving', async () => {
    const clips = ['/a.bin', '/b.bin', '/c.bin'].map((path) =>
      image(serveAt(path, (_, response) => void response.write(Buffer.concat([red, Buffer.alloc(500_000)])))),
    );
    const gathering = (await library('heavy', { limits: { bytes: 1_200_000 } })).gather(clips, NEVER);
    await expect(gathering).rejects.toMatchObject({
      code: 'ASSET_TOO_LARGE',
      retryable: false,
      message: `${LOGO}: the image and the other files of the video have more than 1.2 MB together`,
    });
    expect(await readdir(join(folder, 'heavy', 'incoming'))).toEqual([]);
  });

  it('counts a file once that is asked for again because the other server stumbled', async () => {
    let times = 0;
    const url = serveAt('/halting.png', (_, response) => {
      if (++times > 2) return void response.end(red);
      response.write(red.subarray(0, red.length - 1));
      setTimeout(() => response.destroy(), 50);
    });
    const assets = await (await library('halting', { limits: { bytes: red.length } })).gather([image(url)], NEVER);
    expect(await readFile(assets.image(url))).toEqual(red);
  });

  /** A font of one table that states `unpackedBytes` as its size when unpacked. */
  function woff(unpackedBytes: number, content = Buffer.alloc(unpackedBytes)): Buffer {
    const packed = deflateSync(content);
    const head = Buffer.alloc(64);
    head.write('wOFF');
    head.writeUInt32BE(head.length + packed.length, 8);
    head.writeUInt16BE(1, 12);
    head.write('glyf', 44);
    for (const [at, value] of [[48, 64], [52, packed.length], [56, unpackedBytes]]) head.writeUInt32BE(value!, at); // prettier-ignore
    return Buffer.concat([head, packed]);
  }

  it('refuses the font with which those of a video are too large unpacked, before it is read', async () => {
    const fonts = [woff(6_000_000), woff(6_000_001)].map((file, index): AssetUse => ({
      url: serveAt(`/${index}.woff`, file),
      kind: 'font',
      path: `fonts[${index}]`,
      field: `fonts[${index}].source_url`,
    }));
    const shelf = await library('fonts', { limits: { fontBytes: 10_000_000 } });
    await shelf.gather(fonts.slice(0, 1), NEVER);
    await expect(shelf.gather(fonts, NEVER)).rejects.toMatchObject({
      code: 'ASSET_TOO_LARGE',
      message: expect.stringMatching(
        /^fonts\[[01]\]: the fonts of the video have 12 MB unpacked, together with this one; at most 10 MB are read for a video$/,
      ) as unknown,
    });
  });

  it.each([
    ['that claims four gigabytes', woff(4_000_000_000, Buffer.alloc(1_000)), 'ASSET_TOO_LARGE'],
    ['whose table holds more than it claims', woff(1_000, Buffer.alloc(1_000_000)), 'FONT_FAILED'],
    ['whose directory breaks off', woff(1_000).subarray(0, 50), 'FONT_FAILED'],
  ])('refuses a WOFF font %s', async (_what, file, code) => {
    const use: AssetUse = {
      url: serveAt('/odd.woff', file),
      kind: 'font',
      path: 'fonts[0]',
      field: 'fonts[0].source_url',
    };
    await expect((await library('odd-fonts')).gather([use], NEVER)).rejects.toMatchObject({ code });
  });

  it('removes what no video uses while another one fetches', async () => {
    const bytes = await picture('gray', '100x90');
    const shelf = await library('while', { budgetBytes: bytes.length });
    const old = image(serveAt('/old.png', bytes));
    const file = (await shelf.gather([old], NEVER)).image(old.url);
    const last = image(
      serveAt('/last.png', (_, response) => {
        const isGone = eventually(async () =>
          expect(await readdir(join(folder, 'while'))).not.toContain(basename(file)),
        );
        void isGone.then(
          () => response.end(red),
          () => response.destroy(),
        );
      }),
    );
    const first = image(serveAt('/first.png', await picture('gray', '110x90')));
    await shelf.gather([first, last], NEVER);
    const kept = await readdir(join(folder, 'while'));
    expect(kept.filter((name) => name !== 'incoming')).toHaveLength(2);
  });

  it('refuses a picture where sound is wanted', async () => {
    const use: AssetUse = {
      url: serveAt('/a.png', red),
      kind: 'audio',
      path: 'pages[1].page_audio_url',
      field: 'pages[1].page_audio_url',
    };
    const gathering = (await library('mixed-up')).gather([use], NEVER);
    await expect(gathering).rejects.toMatchObject({ code: 'ASSET_UNSUPPORTED' });
  });

  it('says which status an address answered with, once and for all', async () => {
    const url = serveAt('/gone.png', (_, response) => response.writeHead(410).end());
    const gathering = (await library('gone')).gather([image(url)], NEVER);
    await expect(gathering).rejects.toMatchObject({
      code: 'ASSET_FETCH_FAILED',
      message: expect.stringContaining('410') as unknown,
    });
  });

  it('asks again where the other server stumbles', async () => {
    let times = 0;
    const url = serveAt('/stumbles.png', (_, response) =>
      ++times < 3 ? response.writeHead(503).end() : response.end(red),
    );
    const assets = await (await library('stumbles')).gather([image(url)], NEVER);
    expect(await readFile(assets.image(url))).toEqual(red);
    expect(times).toBe(3);
  });

  it('connects to nothing that is not allowed', async () => {
    const gathering = (await library('guarded')).gather([image('http://169.254.169.254/latest/meta-data')], NEVER);
    await expect(gathering).rejects.toMatchObject({ code: 'ASSET_FETCH_FAILED' });
  });

  it('leaves no half-fetched file, whether it fails or is aborted', async () => {
    const slow = serveAt('/slow.png', (_, response) => void response.write(red.subarray(0, 10)));
    const shelf = await library('aborted');
    const gathering = shelf.gather([image(slow)], AbortSignal.timeout(100));
    await expect(gathering).rejects.toThrow();
    expect(await readdir(join(folder, 'aborted', 'incoming'))).toEqual([]);
  });

  it('makes room before a video fetches, and never takes away what the video itself uses', async () => {
    const [old, first, second] = await Promise.all(
      ['100x100', '110x100', '120x100'].map(async (size) => serveAt(`/${size}.png`, await picture('green', size))),
    );
    const shelf = await library('budget', { budgetBytes: 1 });
    const brought = await shelf.gather([image(old!)], NEVER);
    const yesterday = new Date(Date.now() - 86_400_000); // what is used in the same millisecond is spared
    await utimes(brought.image(old!), yesterday, yesterday);
    await shelf.gather([image(first!), image(second!)], NEVER);
    const kept = await readdir(join(folder, 'budget'));
    expect(kept.filter((name) => name !== 'incoming')).toHaveLength(2);
  });

  it('takes nothing away that work beside it has just brought', async () => {
    const shelf = await library('beside', { budgetBytes: 1, spareMs: 60_000 });
    const [first, second] = [serveAt('/first.png', red), serveAt('/second.png', await picture('green', '90x90'))];
    const brought = await shelf.gather([image(first)], NEVER);
    await shelf.gather([image(second)], NEVER);
    expect(await readFile(brought.image(first))).toEqual(red);
  });
});
