import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type AppError, STILL_LIFE_MS } from '#libs/contracts';
import { Logger, RepeatedWork, withCallerSignal } from '#libs/runtime';
import { Shares } from '#libs/shares';
import { openObjectStore, type ObjectStore } from '#libs/storage';
import { type TemplateDocument } from '#libs/template';
import { serve, temporaryFolder, type TestServer, TYPESCRIPT_ARGUMENTS, validDocument } from '#libs/testing';
import { slotSettings } from '../testing/slot-settings.js';
import { STILLS_PREFIX, StillSweeper } from './still-sweeper.js';
import { Stills } from './stills.service.js';

const run = promisify(execFile);
const SIZE = { width: 320, height: 180 };
let folder: string;
let server: TestServer;
let store: ObjectStore;
let stills: Stills;
/** Statuses with which the server answers some paths instead of sending a file. */
const statuses = new Map<string, number>();
const log = new Logger('renderer', 'error');

beforeAll(async () => {
  folder = temporaryFolder('stills');
  store = await openObjectStore({ storageUrl: pathToFileURL(join(folder, 'store')).href });
  // Luma encodes the number of the picture: 16 + 2n.
  const clip = "color=black:s=320x180:r=24:d=4,format=yuv420p,geq=lum='16+2*N':cb=128:cr=128";
  const lossless = ['-c:v', 'libx264', '-qp', '0', '-preset', 'ultrafast', '-colorspace', 'bt709'];
  await run('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', clip, ...lossless, join(folder, 'clip.mp4')]);
  await run('ffmpeg', [
    '-v',
    'error',
    '-f',
    'lavfi',
    '-i',
    'color=red:s=64x64',
    '-frames:v',
    '1',
    join(folder, 'red.png'),
  ]);
  server = await serve((request, response) => {
    if (request.url === '/stuck.png') return;
    const status = statuses.get(request.url!);
    if (status !== undefined) {
      response.writeHead(status).end();
      return;
    }
    const file = createReadStream(join(folder, request.url!.split('?')[0]!));
    file.on('error', () => response.writeHead(404).end());
    file.pipe(response);
  });
  const timeouts = { assetFetchTimeoutMs: 5_000, assetStallTimeoutMs: 5_000 };
  const settings = {
    ...slotSettings(1_000_000, { ...timeouts, videoLimits: { assets: 101 } }),
    folder: join(folder, 'slot'),
  };
  const entry = join(import.meta.dirname, '../slots/slot-process.ts');
  stills = new Stills(
    {
      entry,
      execArgv: TYPESCRIPT_ARGUMENTS,
      videosPerProcess: 100,
      memoryBytes: { drawer: 4e9, fetcher: 4e9 },
      frameTimeoutMs: 20_000,
      settings,
    },
    new Shares('renderer', () => performance.now()),
    store,
    log,
  );
});
afterAll(async () => {
  await stills.onApplicationShutdown();
  await server.stop();
});

function at(name: string): string {
  return `${server.url}/${name}`;
}

function documentOf(layers: readonly object[], change: object = {}): TemplateDocument {
  const pages = [
    { number: 1, duration: 4, layers },
    { number: 2, duration: 1, background_color: '#ffffff', layers: [] },
  ];
  return validDocument({ name: 'Spec', ...SIZE, pages, ...change });
}

function image(name: string, change: object = {}): object {
  return { name, type: 'image', source_url: at(name), width: 64, height: 64, ...change };
}

/** The reported fault of the file of a layer of the first page. */
function fault(layer: number, code: string, message: RegExp, name: string): object {
  const field = `pages[0].layers[${layer}].source_url`;
  return { field, code, message: expect.stringMatching(message), value: at(name) };
}

/** The color in the middle of a stored picture, and its size. */
async function seen(key: string): Promise<{ rgb: number[]; size: string }> {
  const file = join(folder, 'seen.png');
  await store.getToFile(key, file);
  const args = ['-v', 'error', '-i', file, '-vf', 'crop=2:2', '-f', 'rawvideo', '-pix_fmt', 'rgb24', '-'];
  const { stdout } = await run('ffmpeg', args, { encoding: 'buffer' });
  const probe = ['-v', 'error', '-show_entries', 'stream=codec_name,width,height', '-of', 'csv=p=0', file];
  return { rgb: [...stdout.subarray(0, 3)], size: (await run('ffprobe', probe)).stdout.trim() };
}

/** A valid document that takes Skia about 20 s a frame. */
const SLOW = validDocument({
  name: 'Slow',
  width: 3840,
  height: 2160,
  pages: [
    {
      number: 1,
      duration: 1,
      background_color: '#336699',
      layers: Array.from({ length: 100 }, (_, n) => ({
        ...{ name: `text ${n}`, type: 'text', text: `Slow ${n}`, font_size: 400, x: 10 * n, y: 10 * n },
        ...{ blur: 40, blend_mode: 'overlay' },
      })),
    },
  ],
});

const codeOf = (error: unknown): string => (error as AppError).code;

const CLIP = { name: 'clip', type: 'video', mute: true };

describe('a still', () => {
  it.each([
    ['at a time', 1, 24],
    ['between two frames, the earlier one', 1.03, 24],
    ['without a time, the middle of the first page', undefined, 47],
  ])('shows the video %s', async (_case, t, picture) => {
    const document = documentOf([{ ...CLIP, source_url: at('clip.mp4') }]);
    const { key } = await stills.draw({ schema: 1, document, ...(t !== undefined && { t }) });
    const { rgb, size } = await seen(key);
    expect(size).toBe('png,320,180');
    const gray = ((16 + 2 * picture - 16) * 255) / 219;
    rgb.forEach((channel) => expect(Math.abs(channel - gray)).toBeLessThanOrEqual(1.5));
  });

  it.each([
    ['png', undefined, 'png,320,180', 'png'],
    ['jpeg', 160, 'mjpeg,160,90', 'jpg'],
    ['webp', 100, 'webp,100,56', 'webp'],
    ['webp', 640, 'webp,320,180', 'webp'],
  ] as const)(
    'is a %s of %s pixels of width, and never larger than its frame',
    async (format, width, size, extension) => {
      const document = documentOf([{ ...CLIP, source_url: at('clip.mp4') }]);
      const { key } = await stills.draw({ schema: 1, document, t: 3, style: { format, ...(width && { width }) } });
      expect(key).toMatch(new RegExp(`\\.${extension}$`));
      const picture = await seen(key);
      expect(picture.size).toBe(size);
      const gray = (2 * 72 * 255) / 219;
      picture.rgb.forEach((channel) => expect(Math.abs(channel - gray)).toBeLessThanOrEqual(3));
    },
  );

  it('shows the last frame beyond the end, and fetches only what it shows', async () => {
    const document = documentOf([image('missing.png')]);
    const { key } = await stills.draw({ schema: 1, document, t: 99 });
    expect((await seen(key)).rgb).toEqual([255, 255, 255]);
  });

  it.each([
    ['SubRip', 'words.srt', '1\n00:00:01,000 --> 00:00:02,000\nHello\n'],
    ['WebVTT', 'words.vtt', 'WEBVTT\n\n00:01.000 --> 00:02.000\n<b>Hello</b>\n'],
  ])('shows the cues of a %s file at their times', async (_kind, name, file) => {
    await writeFile(join(folder, name), file);
    const look = { background_color: '#ff0000', text_color: '#ff0000' };
    const document = documentOf([{ name: 'words', type: 'caption', source_url: at(name), ...look }]);
    const colors: number[][] = [];
    for (const t of [0.9, 1, 2]) colors.push((await seen((await stills.draw({ schema: 1, document, t })).key)).rgb);
    expect(colors.map(([, green]) => green! < 5)).toEqual([false, true, false]);
  });

  it('shows a Lottie animation from a server', async () => {
    const rectangle = { ty: 'rc', s: { k: [200, 200] }, p: { k: [50, 50] }, r: { k: 0 } };
    const fill = { ty: 'fl', c: { k: [0, 1, 0, 1] }, o: { k: 100 }, r: 1 };
    const layer = { ty: 4, ip: 0, op: 10, st: 0, ks: {}, shapes: [{ ty: 'gr', it: [rectangle, fill, { ty: 'tr' }] }] };
    const file = { v: '5.7.0', fr: 10, ip: 0, op: 10, w: 100, h: 100, layers: [layer] };
    await writeFile(join(folder, 'green.json'), JSON.stringify(file));
    const document = documentOf([{ name: 'green', type: 'lottie', source_url: at('green.json') }]);
    const { key } = await stills.draw({ schema: 1, document, t: 1 });
    (await seen(key)).rgb.forEach((channel, n) => expect(Math.abs(channel - [0, 255, 0][n]!)).toBeLessThan(3));
  });

  it('is refused, naming the layer, where the document cannot be drawn', async () => {
    const document = documentOf([image('missing.png')]);
    await expect(stills.draw({ schema: 1, document, t: 1 })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [{ field: 'document', message: expect.stringContaining('pages[0].layers[0] "missing.png"') }],
    });
  });

  it('waits for no host that others have named', async () => {
    const settled: string[] = [];
    const draw = (name: string) =>
      stills
        .draw({ schema: 1, document: documentOf([image(name)]), t: 1 })
        .catch((error: unknown) => error)
        .finally(() => settled.push(name));
    await Promise.all([draw('stuck.png'), draw('red.png')]);
    expect(settled).toEqual(['red.png', 'stuck.png']);
  });

  it('of an organization with many is not in the way of another’s', async () => {
    const [many, few] = [randomUUID(), randomUUID()];
    const settled: string[] = [];
    const draw = (org_id: string, name: string) =>
      stills.draw({ schema: 1, org_id, document: documentOf([]), t: 1 }).then(() => settled.push(name));
    await Promise.all([draw(many, 'first'), draw(few, 'first')]); // both processes run
    settled.length = 0;
    const asked = Array.from({ length: 8 }, (_, n) => draw(many, `many ${n}`));
    await Promise.all([...asked, draw(few, 'few')]);
    expect(settled.indexOf('few')).toBeLessThanOrEqual(2);
  });

  it('and an inspection do not wait for slow ones of another organization', async () => {
    const [slow, quick] = [randomUUID(), randomUUID()];
    const gone = new AbortController();
    const asked = [1, 2, 3, 4].map(() =>
      withCallerSignal(gone.signal, () => stills.draw({ schema: 1, org_id: slow, document: SLOW }).catch(() => 'gone')),
    );
    for (let n = 0; n < 3; n++) {
      await stills.draw({ schema: 1, org_id: quick, document: documentOf([]), t: 1 });
      await stills.inspect({ schema: 1, org_id: quick, document: documentOf([]) });
    }
    gone.abort(new Error('the caller is gone'));
    expect(await Promise.all(asked)).toEqual(['gone', 'gone', 'gone', 'gone']); // none of them was drawn before
    await stills.draw({ schema: 1, org_id: slow, document: documentOf([]), t: 1 }); // nothing of them is drawn on
  }, 60_000);

  it('that takes too long is ended when other organizations need its process', async () => {
    const [one, other, third] = [randomUUID(), randomUUID(), randomUUID()];
    const gone = new AbortController();
    const draw = (org_id: string) =>
      withCallerSignal(gone.signal, () => stills.draw({ schema: 1, org_id, document: SLOW }).catch(codeOf));
    const slow = [draw(one), draw(other)];
    await stills.draw({ schema: 1, org_id: third, document: documentOf([]), t: 1 });
    expect(await Promise.race(slow)).toBe('RATE_LIMIT_EXCEEDED');
    gone.abort(new Error('the caller is gone'));
    await Promise.all(slow);
  }, 60_000);

  it('leaves nothing but the picture', async () => {
    const document = documentOf([]);
    await Promise.all([0, 1, 2].map((t) => stills.draw({ schema: 1, document, t })));
    expect(await readdir(join(folder, 'slot', 'work'))).toEqual([]);
  });

  it('is removed when it has lain long enough', async () => {
    const { key } = await stills.draw({ schema: 1, document: documentOf([]), t: 0 });
    const sweeper = new StillSweeper(store, new RepeatedWork(log));
    const drawnAt = (await store.head(key))!.modifiedAt.getTime();
    await sweeper.sweep(new Date(drawnAt + STILL_LIFE_MS - 1_000));
    expect(await store.head(key)).not.toBeNull();
    await sweeper.sweep(new Date(drawnAt + STILL_LIFE_MS + 60_000));
    expect(await store.head(key)).toBeNull();
    for await (const left of store.list(STILLS_PREFIX)) throw new Error(`${left.key} is left`);
  });
});

describe('an inspection', () => {
  it('reports everything at once: missing and unreadable files, glyphs, fit and resolution', async () => {
    await writeFile(join(folder, 'page.html'), '<html></html>');
    const text = { type: 'text', width: 100, height: 30, font_size: 20 };
    const document = documentOf([
      image('missing.png'),
      { name: 'group', type: 'shape' },
      image('page.html'),
      image('red.png', { width: 256, height: 256 }),
      { ...text, name: 'glyph', text: '\u{13000}' },
      { ...text, name: 'long', text: 'one two three four five six seven eight' },
      { ...CLIP, source_url: at('clip.mp4') },
      { name: 'words', type: 'caption', source_url: at('page.html') },
      { name: 'play', type: 'lottie', source_url: at('page.html') },
      image('missing.png', { name: 'again' }),
    ]);
    expect(await stills.inspect({ schema: 1, document })).toEqual({
      faults: [
        fault(0, 'ASSET_FETCH_FAILED', /the image responded with status 404/, 'missing.png'),
        fault(2, 'ASSET_UNSUPPORTED', /the file is not a PNG/, 'page.html'),
        fault(7, 'ASSET_UNSUPPORTED', /the file holds no SRT or WebVTT subtitles/, 'page.html'),
        fault(8, 'ASSET_UNSUPPORTED', /the file is no Lottie animation/, 'page.html'),
        fault(9, 'ASSET_FETCH_FAILED', /status 404/, 'missing.png'),
      ],
      warnings: [
        expect.objectContaining({ field: 'pages[0].layers[3].source_url', code: 'PICTURE_MAGNIFIED', value: 4 }),
        {
          field: 'pages[0].layers[4].text',
          code: 'GLYPH_MISSING',
          severity: 'warning',
          message: 'no font has "\u{13000}" (U+13000)',
        },
        expect.objectContaining({ field: 'pages[0].layers[5].text', code: 'TEXT_OVERFLOW' }),
      ],
    });
  });

  it.each([
    ['404', 404, 'ASSET_FETCH_FAILED', null],
    ['410', 410, 'ASSET_FETCH_FAILED', null],
    ['403', 403, 'ASSET_FETCH_FAILED', null],
    ['429', 429, null, 'ASSET_UNAVAILABLE'],
    ['500', 500, null, 'ASSET_UNAVAILABLE'],
    ['503', 503, null, 'ASSET_UNAVAILABLE'],
  ])('reports status %s as %s', async (_status, status, error, warning) => {
    statuses.set('/answers.png', status);
    const { faults, warnings } = await stills.inspect({ schema: 1, document: documentOf([image('answers.png')]) });
    const found = { field: 'pages[0].layers[0].source_url', message: `the image responded with status ${status}` };
    const value = at('answers.png');
    expect(faults).toEqual(error ? [{ ...found, code: error, value }] : []);
    expect(warnings).toEqual(warning ? [{ ...found, code: warning, severity: 'critical', value }] : []);
  });

  it('reports a file that is too large, and an address that is not allowed', async () => {
    await writeFile(join(folder, 'huge.png'), Buffer.alloc(1_000_001));
    const inside = image('inside', { source_url: 'http://10.0.0.1/x.png' });
    const document = documentOf([image('huge.png'), inside]);
    const { faults } = await stills.inspect({ schema: 1, document });
    expect(faults.map(({ field, code }) => [field, code])).toEqual([
      ['pages[0].layers[0].source_url', 'ASSET_TOO_LARGE'],
      ['pages[0].layers[1].source_url', 'ASSET_FETCH_FAILED'],
    ]);
  });

  it('reports an image that begins as one and cannot be decoded', async () => {
    const whole = await readFile(join(folder, 'red.png'));
    await writeFile(join(folder, 'half.png'), whole.subarray(0, 60));
    const { faults } = await stills.inspect({ schema: 1, document: documentOf([image('half.png')]) });
    expect(faults).toEqual([fault(0, 'ASSET_UNSUPPORTED', /damaged/, 'half.png')]);
  });

  it('inspects sounds, unless the video has none', async () => {
    await writeFile(join(folder, 'page.html'), '<html></html>');
    const document = documentOf([], { audio: [{ source_url: at('page.html') }] });
    document.pages[1]!.page_audio_url = at('missing.mp3');
    const question = { schema: 1, document, audio_url: at('gone.mp3') } as const;
    const { faults } = await stills.inspect(question);
    expect(faults.map(({ field, code }) => [field, code])).toEqual([
      ['audio[0].source_url', 'ASSET_UNSUPPORTED'],
      ['audio_url', 'ASSET_FETCH_FAILED'],
      ['pages[1].page_audio_url', 'ASSET_FETCH_FAILED'],
    ]);
    expect(await stills.inspect({ ...question, silent: true })).toEqual({ faults: [], warnings: [] });
  });

  it('reports files that are not fetched in time, and all other findings', async () => {
    const glyph = { name: 'glyph', type: 'text', text: '\u{13000}' };
    const { faults, warnings } = await stills.inspect({ schema: 1, document: documentOf([image('stuck.png'), glyph]) });
    expect(faults).toEqual([]);
    expect(warnings).toEqual([
      {
        field: 'pages[0].layers[0].source_url',
        code: 'ASSET_NOT_CHECKED',
        severity: 'critical',
        message: 'the image did not come within 4 s and was not checked',
        value: at('stuck.png'),
      },
      expect.objectContaining({ field: 'pages[0].layers[1].text', code: 'GLYPH_MISSING' }),
    ]);
  });

  it('sends so many requests for an organization in a minute, reports which files it left out, and serves others', async () => {
    const layers = Array.from({ length: 90 }, (_, n) => image(`red.png?budget=${n}`));
    const notChecked = async (org_id: string): Promise<number> => {
      const { warnings } = await stills.inspect({ schema: 1, org_id, document: documentOf(layers) });
      return warnings.filter(({ message }) => message.includes('200 of them to one host')).length;
    };
    const [greedy, other] = [randomUUID(), randomUUID()];
    const first = await notChecked(greedy);
    let later = 0;
    for (let n = 0; n < 4; n += 1) later += await notChecked(greedy); // three at least within one minute
    expect([first, later > 0, await notChecked(other)]).toEqual([0, true, 0]);
  });

  it('looks at a hundred files, and reports which it left out and which are too many', async () => {
    const layers = Array.from({ length: 99 }, (_, n) => image(`red.png?${n}`));
    const document = documentOf([...layers, image('red.png?1', { name: 'again' })]);
    document.pages[1]!.page_audio_url = at('gone.mp3');
    Object.assign(document, { audio: [{ source_url: at('late.mp3') }] });
    const { faults, warnings } = await stills.inspect({ schema: 1, document, audio_url: at('bed.mp3') });
    expect(warnings.map(({ field, code }) => [field, code])).toEqual([['audio_url', 'ASSET_NOT_CHECKED']]);
    expect(faults.map(({ field, code }) => [field, code])).toEqual([
      ['audio[0].source_url', 'ASSET_FETCH_FAILED'],
      ['pages[1].page_audio_url', 'ASSET_TOO_LARGE'],
    ]);
  });

  it('reports a hundred faults and warnings, and counts the rest', async () => {
    const missing = Array.from({ length: 60 }, (_, n) => image('missing.png', { name: `missing ${n}` }));
    const late = Array.from({ length: 40 }, (_, n) => ({ name: `late ${n}`, type: 'shape', start: 5 }));
    const document = documentOf([...missing, ...late]);
    document.pages[1]!.layers = structuredClone(document.pages[0]!.layers);
    document.pages.push(Object.assign(structuredClone(document.pages[1]!), { number: 3 }));
    const { faults, warnings } = await stills.inspect({ schema: 1, document });
    expect([faults.length, faults.at(-1)]).toEqual([
      101,
      { field: 'body', code: 'RENDER_FAILED', message: '80 more faults', value: null },
    ]);
    expect([warnings.length, warnings.at(-1)]).toEqual([
      101,
      { field: 'body', code: 'MORE_WARNINGS', severity: 'info', message: '20 more warnings' },
    ]);
  });

  it('reports what is never visible or audible, and easings without effect', async () => {
    const moving = { time: 0, value: 0, easing: 'linear' };
    const document = documentOf([
      { name: 'late', type: 'shape', start: 5 },
      { name: 'far', type: 'shape', x: 1_000 },
      { name: 'still', type: 'shape', keyframes: { x: [moving] } },
    ]);
    Object.assign(document, { audio: [{ source_url: at('late.mp3'), start: 7 }] });
    const { faults, warnings } = await stills.inspect({ schema: 1, document });
    expect(faults).toEqual([]);
    expect(warnings.map(({ field, code }) => `${field}: ${code}`)).toEqual([
      'pages[0].layers[0].start: LAYER_OUTSIDE_TIME',
      'pages[0].layers[1]: LAYER_OUTSIDE_FRAME',
      'audio[0].start: AUDIO_OUTSIDE_TIME',
      'pages[0].layers[2].keyframes.x[0].easing: EASING_UNUSED',
    ]);
  });

  it('waits for its own files alone', async () => {
    const document = documentOf([image('stuck.png')]);
    const answers = await Promise.all(
      [1, 2, 3].map(() => stills.inspect({ schema: 1, org_id: randomUUID(), document })),
    );
    expect(answers.flatMap(({ warnings }) => warnings)).toHaveLength(3);
  });

  it('asks for no file that no frame shows', async () => {
    const document = documentOf([image('missing.png', { start: 4 })]);
    const late = { field: 'pages[0].layers[0].start', code: 'LAYER_OUTSIDE_TIME' };
    expect(await stills.inspect({ schema: 1, document })).toMatchObject({ faults: [], warnings: [late] });
  });

  it('says nothing of a document that is as its author wants it', async () => {
    expect(await stills.inspect({ schema: 1, document: documentOf([image('red.png')]) })).toEqual({
      faults: [],
      warnings: [],
    });
  });
});
