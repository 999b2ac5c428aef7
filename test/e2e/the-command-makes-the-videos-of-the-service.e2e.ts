import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { download } from '#libs/client';
import {
  eventually,
  launchChromium,
  newTestOrganization,
  serve,
  temporaryFolder,
  type TestOrganization,
  writeSound,
} from '#libs/testing';
import type { Browser, Page } from 'playwright-core';
import { installCommand } from './packed-command.js';
import { createTemplate, createVideo, movingDocument, untilEnded } from './steps.js';

const ROOT = join(import.meta.dirname, '../..');
const SAMPLES = join(ROOT, 'apps/local/sample');
const EXAMPLES = join(ROOT, 'examples/templates');
const folder = temporaryFolder('command');
const program = join(folder, 'node_modules/framewright/dist/framewright.mjs');
const temporary = join(folder, 'tmp');

/** A file that a sample or an example names. */
const NAMED_FILE = /(?:sample:|https:\/\/example\.com)(\/[\w.-]+\.(?:jpg|m4a|wav))/g;

/** The pace of templates that are not compared as they are. */
const PACE = 3;
/** The fields of templates that are times. */
const TIMES = new Set(['delay', 'duration', 'fade_in', 'fade_out', 'poster_time', 'stagger', 'start', 'time']);

/**
 * Templates and their values. All of them as they are take ten minutes: one sample is, another one plays faster, and the others are
 * rendered as test videos, which are small, and play faster.
 */
const TEMPLATES = [
  ...['promo', 'card', 'story'].map((name) => ({ name, template: `${name}.json`, data: `${name}.modifications.json` })),
  ...readdirSync(EXAMPLES).map((name) => {
    const folder = join(EXAMPLES, name);
    return { name, template: join(folder, 'template.json'), data: join(folder, 'data/usual.json') };
  }),
].map(({ name, template, data }) => {
  const isWhole = process.env['WHOLE_VIDEOS'] !== undefined;
  return {
    ...{ name, template: resolve(SAMPLES, template), data: resolve(SAMPLES, data) },
    pace: isWhole || name === 'card' ? 1 : PACE,
    test: !isWhole && !['promo', 'card'].includes(name),
  };
});

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

function environment(further: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  return { ...process.env, ...further, TMPDIR: temporary, NODE_COMPILE_CACHE: join(folder, 'code') };
}

/** Runs the command in a folder. */
async function run(args: readonly string[], cwd: string, further: NodeJS.ProcessEnv = {}): Promise<Ended> {
  const options = { cwd, env: environment(further), maxBuffer: 50_000_000 };
  try {
    return { code: 0, ...(await promisify(execFile)(process.execPath, [program, ...args], options)) };
  } catch (error) {
    const { code, stdout, stderr } = error as Ended;
    return { code, stdout, stderr };
  }
}

/** An empty folder. */
function newFolder(name: string): string {
  const path = join(folder, name);
  mkdirSync(path, { recursive: true });
  return path;
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

let browser: Browser;

beforeAll(async () => {
  mkdirSync(temporary);
  await installCommand(folder);
  browser = await launchChromium();
}, 400_000);

afterAll(() => browser.close());

describe('the packed command', () => {
  it('lists the gallery by trade, and writes a template of it with its rows', async () => {
    const cwd = newFolder('gallery');
    expect((await run(['init', '--list'], cwd)).stdout).toMatch(
      /^Shops\n {2}product-launch {2,}A product .+\n {2}sale /m,
    );
    expect(await run(['init', 'spring', '--template', 'sale'], cwd)).toMatchObject({ code: 0 });
    expect(readFileSync(join(cwd, 'spring/rows.csv'), 'utf8')).toMatch(/^product,before,discount\n/);
    expect(await run(['validate'], join(cwd, 'spring'))).toMatchObject({ code: 0 });
  });

  it('makes a video in an empty folder by two commands, and does not write over it', async () => {
    const cwd = newFolder('first');
    expect(await run(['init'], cwd)).toMatchObject({ code: 0 });
    const { code, stdout } = await run(['render', '--json'], cwd);
    expect([code, JSON.parse(stdout)]).toMatchObject([
      0,
      { ok: true, files: [{ output: 'price-tag.mp4', frames: 96, duration: 4, width: 1080, height: 1080 }] },
    ]);
    expect(await run(['render'], cwd)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--force') as unknown,
    });
    expect(await run(['still', '-t', '2', '-o', 'a.webp'], cwd)).toMatchObject({ code: 0 });
    expect(readFileSync(join(cwd, 'a.webp')).toString('latin1', 8, 12)).toBe('WEBP');
    expect(await run(['sheet', '--frames', '3'], cwd)).toMatchObject({ code: 0 });
    expect(existsSync(join(cwd, 'template.sheet.png'))).toBe(true);
    expect(readdirSync(temporary)).toEqual([]);
  }, 120_000);

  it('names faults by file, line and column, and what would be valid', async () => {
    const cwd = newFolder('faults');
    const layer = '{ "name": "a", "type": "text", "text": "x", "font_sice": 4 }';
    const text = `{\n "name": "A", "width": 64, "height": 64,\n "pages": [{ "number": 1, "duration": 1, "layers": [\n  ${layer}] }]\n}`;
    writeFileSync(join(cwd, 'template.json'), text);
    const { code, stderr } = await run(['validate'], cwd);
    expect(code).toBe(1);
    expect(stderr).toContain('template.json:4:47  pages[0].layers[0].font_sice: ');
    expect(stderr).toContain('did you mean "font_size"?');
    writeFileSync(
      join(cwd, 'image.json'),
      text.replace(layer, '{ "name": "i", "type": "image", "source_url": "no.png" }'),
    );
    const json = await run(['render', 'image.json', '--json'], cwd);
    expect([json.code, JSON.parse(json.stdout)]).toMatchObject([1, { code: 'ASSET_FETCH_FAILED', retryable: false }]);
    expect(json.stdout).toContain('does not exist: no.png');
    const missing = await run(['render', 'none.json'], cwd);
    expect(missing).toMatchObject({ code: 1, stderr: 'none.json does not exist\n' });
  });

  it.each([
    ['nesting', '['.repeat(4_900_000)],
    ['keys', `{${Array.from({ length: 200_000 }, (_, n) => `"key${n}":1`).join()}}`],
    ['a text of megabytes', JSON.stringify({ name: 'x'.repeat(4_900_000) })],
    ['more than 5 MB', ' '.repeat(5_000_001)],
  ])('refuses hostile input at once: %s', async (name, text) => {
    const cwd = newFolder(name);
    writeFileSync(join(cwd, 'template.json'), text);
    const startedMs = performance.now();
    const { code, stderr } = await run(['render'], cwd);
    expect([code, stderr.length < 50_000]).toEqual([1, true]);
    expect(performance.now() - startedMs).toBeLessThan(15_000);
  });

  it('renders every row, or none if a row has a fault or two have one name', async () => {
    const cwd = newFolder('rows');
    const title = { name: 'title', type: 'text', text: '{{title}}' };
    const variables = { title: { type: 'string', max_length: 20 } };
    const template = {
      name: 'Row',
      width: 64,
      height: 64,
      variables,
      pages: [{ number: 1, duration: 0.5, layers: [title] }],
    };
    writeFileSync(join(cwd, 'template.json'), JSON.stringify(template));
    writeFileSync(join(cwd, 'rows.csv'), `title,id\nOne,a\n${'x'.repeat(21)},b\nThree,c\n`);
    const faulty = await run(['render', '--data', 'rows.csv', '-o', 'out/{id}.mp4'], cwd);
    expect(faulty).toMatchObject({ code: 1, stderr: expect.stringContaining('row 2, column title') as unknown });
    writeFileSync(join(cwd, 'rows.csv'), 'title,id\nOne,a\nTwo,A\n');
    const same = await run(['render', '--data', 'rows.csv', '-o', 'out/{id}.mp4'], cwd);
    expect(same).toMatchObject({ code: 1, stderr: expect.stringContaining('would both be') as unknown });
    expect(existsSync(join(cwd, 'out'))).toBe(false);
    writeFileSync(join(cwd, 'rows.csv'), 'title,id\nOne,a\nTwo,../b\nThree,c\n');
    expect(await run(['render', '--data', 'rows.csv', '-o', 'out/{id}.mp4', '--jobs', '2'], cwd)).toMatchObject({
      code: 0,
    });
    expect(readdirSync(join(cwd, 'out')).sort()).toEqual(['-b.mp4', 'a.mp4', 'c.mp4', 'manifest.json'].sort());
    const manifest = JSON.parse(readFileSync(join(cwd, 'out/manifest.json'), 'utf8')) as { counts: object };
    expect(manifest.counts).toEqual({ waiting: 0, done: 3, kept: 0, failed: 0 });
  }, 60_000);

  it('ends ffmpeg by Ctrl+C and leaves no file', async () => {
    const cwd = newFolder('interrupted');
    writeFileSync(join(cwd, 'template.json'), JSON.stringify(movingDocument(60, { width: 1920, height: 1080 })));
    const child: ChildProcess = spawn(process.execPath, [program, 'render'], {
      cwd,
      env: environment(),
      stdio: 'ignore',
    });
    const work = () => readdirSync(temporary, { recursive: true, encoding: 'utf8' });
    await eventually(() => work().some((file) => file.includes('job-')), { timeoutMs: 30_000 });
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([130, null]);
    expect([readdirSync(cwd), work()]).toEqual([['template.json'], []]);
  }, 60_000);
});

describe('the page of dev', () => {
  const cwd = newFolder('dev');
  const template = join(cwd, 'template.json');
  let child: ChildProcess;
  let url: string;

  beforeAll(async () => {
    write('title', 'red');
    copyFileSync(join(SAMPLES, 'dusk.jpg'), join(cwd, 'dusk.jpg'));
    writeFileSync(join(cwd, '.env'), 'SECRET');
    symlinkSync(join(ROOT, 'package.json'), join(cwd, 'link.json'));
    const args = [program, 'dev', '--json', '--set', 'word=Set'];
    child = spawn(process.execPath, args, { cwd, env: environment(), stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = (await once(child.stdout!, 'data')) as [Buffer];
    ({ url } = JSON.parse(line.toString()) as { url: string });
  }, 400_000);

  afterAll(() => void child.kill('SIGKILL'));

  /** Saves the template as an editor does: another file takes its place. */
  function write(name: string, background_color: string): void {
    const layers = [
      { name: 'photo', type: 'image', source_url: 'dusk.jpg', left: 0, top: 0, width: 32, height: 32 },
      { name, type: 'text', text: '{{word}}', left: 40, top: 40, width: 80, height: 40, font_size: 20 },
    ];
    const pages = [{ number: 1, duration: 4, background_color, layers }];
    const variables = { word: { type: 'string' } };
    writeFileSync(`${template}~`, JSON.stringify({ name: 'Dev', width: 160, height: 90, variables, pages }));
    renameSync(`${template}~`, template);
  }

  it('serves files of the template to itself, and no other file', async () => {
    const statusOf = async (path: string, headers: Record<string, string> = {}) => {
      const [response] = (await once(request(`${url}${path}`, { headers }).end(), 'response')) as [IncomingMessage];
      return response.resume().statusCode;
    };
    expect(await statusOf('files/0/dusk.jpg')).toBe(200);
    for (const path of ['.env', '%2e%2e/tmp', '..%2f..%2fetc/passwd', 'link.json', 'none.png', '']) {
      expect([path, await statusOf(`files/0/${path}`)]).toEqual([path, 404]);
    }
    expect(await statusOf('page/none')).toBe(404);
    expect(await statusOf('', { host: 'evil.example' })).toBe(403);
    expect(await statusOf('events', { origin: 'http://evil.example' })).toBe(403);
  });

  it('shows within 500 ms what was saved, at the same moment, and keeps the picture over a fault', async () => {
    const page = await browser.newPage();
    await page.goto(url);
    const textOf = (selector: string) => page.locator(selector).innerText();
    /** Milliseconds until the picture has a color, which the coding of videos changes a little. */
    const untilColor = (color: number[]) =>
      page.evaluate<number>(`(async () => {
        const startedMs = performance.now();
        const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
        for (;;) {
          context.drawImage(document.querySelector('canvas'), 150, 10, 1, 1, 0, 0, 1, 1);
          const { data } = context.getImageData(0, 0, 1, 1);
          if (${JSON.stringify(color)}.every((value, index) => Math.abs(value - data[index]) < 24)) break;
          await new Promise(requestAnimationFrame);
        }
        return performance.now() - startedMs;
      })()`);
    await untilColor([255, 0, 0]);
    await page.locator('#moment').fill('48');
    await eventually(async () => (await textOf('#time')).includes('2.00 s'));
    const times: number[] = [];
    for (const [color, value] of [
      ['lime', [0, 255, 0]],
      ['white', [255, 255, 255]],
      ['blue', [0, 0, 255]],
    ] as const) {
      const seen = untilColor([...value]);
      write('headline', color);
      times.push(await seen);
    }
    expect(Math.min(...times)).toBeLessThan(500); // other tests may take the cores
    expect(await textOf('#time')).toContain('2.00 s');
    const { x, y, width, height } = (await page.locator('canvas').boundingBox())!;
    await page.mouse.move(x + width / 2, y + height / 2);
    await eventually(async () => (await textOf('#layer')) === 'headline (text)');
    writeFileSync(template, '{ "name": "Dev",\n "width": }');
    await eventually(async () => (await textOf('#faults')).includes('template.json:2:11'));
    await untilColor([0, 0, 255]);
    write('headline', 'lime');
    await untilColor([0, 255, 0]);
    expect(await textOf('#faults')).toBe('');
  }, 60_000);

  it('has the engine draw the moment as still does, within 300 ms, and ends by Ctrl+C', async () => {
    const times: number[] = [];
    let drawn: Buffer;
    for (let count = 0; count < 3; count += 1) {
      const startedMs = performance.now();
      const response = await fetch(`${url}still`, { method: 'POST', body: JSON.stringify({ t: 2 }) });
      drawn = Buffer.from(await response.arrayBuffer());
      times.push(performance.now() - startedMs);
    }
    expect(Math.min(...times)).toBeLessThan(300);
    expect(await run(['still', '-t', '2', '--set', 'word=Set'], cwd)).toMatchObject({ code: 0 });
    expect(drawn!.equals(readFileSync(join(cwd, 'template.png')))).toBe(true);
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(readdirSync(temporary)).toEqual([]);
  }, 60_000);
});

describe('the editor of dev', () => {
  const cwd = newFolder('edit');
  const template = join(cwd, 'template.json');
  const TEXT = `{
    "width": 160, "height": 90,
    "name": "Local",
    "pages": [{ "number": 1, "duration": 4,
        "layers": [
            { "name": "photo", "type": "image", "source_url": "img/dusk light.jpg", "width": 80, "height": 90 },
            { "name": "title", "type": "text", "text": "Before", "left": 80, "width": 80, "font_size": 20 }
        ] }]
}
`;
  let child: ChildProcess;
  let url: string;
  let page: Page;
  const content = () => readFileSync(template, 'utf8');
  const name = () => page.getByRole('textbox', { name: 'Name of the template' });

  beforeAll(async () => {
    writeFileSync(template, TEXT);
    mkdirSync(join(cwd, 'img'));
    copyFileSync(join(SAMPLES, 'dusk.jpg'), join(cwd, 'img/dusk light.jpg'));
    const args = [program, 'dev', '--edit', '--json'];
    child = spawn(process.execPath, args, { cwd, env: environment(), stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = (await once(child.stdout!, 'data')) as [Buffer];
    ({ url } = JSON.parse(line.toString()) as { url: string });
    page = await browser.newPage();
    await page.goto(url);
    await page.getByRole('button', { name: 'Text title' }).click();
  }, 400_000);

  afterAll(() => void child.kill('SIGKILL'));

  it('lets in who has its address only', async () => {
    const { origin } = new URL(url);
    const statuses = await Promise.all(
      ['edit/wrong', 'v1/templates/file/draft', 'v1/session', 'v1/reports'].map(async (path) => {
        const response = await fetch(`${origin}/${path}`);
        return response.status;
      }),
    );
    expect(statuses).toEqual([404, 403, 403, 403]);
  });

  it('draws files that the template names by paths, here and by the engine', async () => {
    await page.locator('[data-live="true"]').waitFor();
    await page.getByText('Exact', { exact: true }).waitFor();
    const drawn = await page.evaluate<number[]>(`(() => {
      const context = new OffscreenCanvas(1, 1).getContext('2d');
      context.drawImage(document.querySelector('[data-live="true"] canvas'), 10, 10, 1, 1, 0, 0, 1, 1);
      return [...context.getImageData(0, 0, 1, 1).data];
    })()`);
    expect(Math.max(...drawn.slice(0, 3)) - Math.min(...drawn.slice(0, 3))).toBeGreaterThan(10); // not gray
    for (const hidden of ['Publish', 'Render'])
      expect(await page.getByRole('button', { name: hidden }).count()).toBe(0);
  });

  it('has each change of one in the other within a second, and takes both back', async () => {
    const text = page.getByRole('textbox', { name: 'Text', exact: true });
    const startedMs = performance.now();
    await text.fill('Written here');
    await eventually(() => content() !== TEXT);
    const savedMs = performance.now() - startedMs;
    expect(content()).toBe(TEXT.replace('Before', 'Written here'));
    await page.getByText('Saved', { exact: true }).waitFor();
    const changedMs = performance.now();
    writeFileSync(`${template}~`, content().replace('Local', 'Written there'));
    renameSync(`${template}~`, template);
    await eventually(async () => (await name().inputValue()) === 'Written there');
    expect([savedMs, performance.now() - changedMs].every((ms) => ms < 2_000)).toBe(true); // other tests may take the cores
    await page.getByRole('button', { name: 'Undo: Change elsewhere' }).click();
    await page.getByRole('button', { name: /^Undo: / }).click();
    await eventually(() => content() === TEXT);
  });

  it('says that the file is no JSON, and destroys neither', async () => {
    writeFileSync(template, '{ "name": "Broken",\n "pages": }');
    await page.getByRole('alert').filter({ hasText: 'template.json:2:11' }).waitFor();
    await name().fill('Unsaved');
    await page.getByText('Not saved', { exact: true }).waitFor();
    expect(content()).toContain('Broken');
    writeFileSync(template, TEXT.replace('Local', 'Mended'));
    await page.getByText('The document was changed elsewhere.').waitFor();
    expect([await name().inputValue(), content().includes('Mended')]).toEqual(['Unsaved', true]);
    await page.getByRole('button', { name: 'Save this one instead' }).click();
    await eventually(() => content() === TEXT.replace('Local', 'Unsaved'));
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(readdirSync(cwd).toSorted()).toEqual(['img', 'template.json']);
  }, 60_000);
});

describe('a template rendered by the command and by the service', () => {
  let system: TestOrganization;
  let files: Awaited<ReturnType<typeof serve>>;
  /** Files that templates name. */
  const media = newFolder('media');

  beforeAll(async () => {
    cpSync(SAMPLES, media, { recursive: true });
    const spoken = readFileSync(join(EXAMPLES, 'spoken-text/data/usual.json'), 'utf8');
    for (const [name, seconds] of spoken.matchAll(/voice-([\d.]+)s\.wav/g)) {
      await writeSound(join(media, name), { wave: (t) => 0.2 * Math.sin(1_400 * t), durationS: Number(seconds) });
    }
    files = await serve((request, response) => response.end(readFileSync(join(media, request.url!))));
    system = await newTestOrganization();
  }, 180_000);

  afterAll(() => files.stop());

  it.each(TEMPLATES)(
    'has the same bytes: $name',
    async ({ name, template, data, pace, test }) => {
      const cwd = newFolder(`bytes/${name}`);
      const read = (path: string, place: string): object => {
        const text = readFileSync(path, 'utf8').replaceAll(NAMED_FILE, `${place}$1`);
        const faster = (key: string, value: unknown): unknown =>
          TIMES.has(key) && typeof value === 'number' ? value / pace : value;
        return JSON.parse(text, faster) as object;
      };
      const template_id = await createTemplate(system, read(template, files.url));
      const modifications = read(data, files.url);
      // The service first: both together would compete for the cores.
      const video = await createVideo(system, { template_id, format: 'mp4', modifications, test });
      const { status } = await untilEnded(system, video.id);
      writeFileSync(join(cwd, 'template.json'), JSON.stringify(read(template, media)));
      writeFileSync(join(cwd, 'm.json'), JSON.stringify(read(data, media)));
      const ended = await run(['render', '-m', 'm.json', '-o', 'a.mp4', ...(test ? ['--test'] : [])], cwd);
      expect([status, ended]).toMatchObject(['COMPLETED', { code: 0 }]);
      const bytes = await download(system.client, video.video_url);
      expect(sha256(readFileSync(join(cwd, 'a.mp4')))).toBe(sha256(bytes));
    },
    200_000,
  );

  it('is made on a server by --remote, and its template is pushed, compared and pulled', async () => {
    const cwd = newFolder('remote');
    const key = { FRAMEWRIGHT_API_KEY: system.apiKey };
    const remote = ['--remote', system.baseUrl];
    const onServer = (...args: string[]) => run([...args, ...remote], cwd, key);
    const templates = async () =>
      ((await system.call('GET', '/templates')).body as { pagination: { total: number } }).pagination.total;
    const stored = await templates();
    expect(await run(['init'], cwd)).toMatchObject({ code: 0 });
    expect(await run(['render', ...remote], cwd)).toMatchObject({ code: 2 });
    expect(await onServer('validate')).toMatchObject({ code: 0 });
    expect(await onServer('still', '-t', '2')).toMatchObject({ code: 0 });
    expect(await run(['still', '-t', '2', '-o', 'own.png'], cwd)).toMatchObject({ code: 0 });
    expect(readFileSync(join(cwd, 'template.png'))).toEqual(readFileSync(join(cwd, 'own.png')));
    expect(await onServer('render', '--test')).toMatchObject({ code: 0 });
    expect(await run(['render', '--test', '-o', 'own.mp4'], cwd)).toMatchObject({ code: 0 });
    expect(sha256(readFileSync(join(cwd, 'price-tag.mp4')))).toBe(sha256(readFileSync(join(cwd, 'own.mp4'))));
    expect(await templates()).toBe(stored); // rendering leaves none behind
    expect(await onServer('push')).toMatchObject({ code: 0 });
    expect(await onServer('diff')).toMatchObject({ code: 0, stdout: '' });
    const path = join(cwd, 'template.json');
    const before = JSON.parse(readFileSync(path, 'utf8')) as object;
    writeFileSync(path, JSON.stringify({ ...before, name: 'Changed' }));
    const changed = await onServer('diff');
    expect([changed.code, changed.stdout]).toEqual([1, expect.stringContaining('+ name: "Changed"')]);
    expect(await onServer('pull', '--force')).toMatchObject({ code: 0 });
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(before);
    writeFileSync(path, JSON.stringify({ ...before, fonts: [{ family: 'Own', source_url: 'own.woff2' }] }));
    const refused = await onServer('push');
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('own.woff2 cannot be read')]);
  }, 240_000);

  it('shows files of this machine on a server, each uploaded once', async () => {
    const cwd = newFolder('uploads');
    copyFileSync(join(SAMPLES, 'dusk.jpg'), join(cwd, 'dusk.jpg'));
    const photo = { name: 'photo', type: 'image', source_url: 'dusk.jpg' };
    const pages = [{ number: 1, duration: 1, layers: [photo] }];
    const document = { name: 'Photo', width: 320, height: 180, pages };
    writeFileSync(join(cwd, 'template.json'), JSON.stringify(document));
    const remote = ['--remote', system.baseUrl];
    for (const [command, output] of [
      ['still', 'a.png'],
      ['sheet', 'b.png'],
      ['render', 'c.mp4'],
    ] as const) {
      const key = { FRAMEWRIGHT_API_KEY: system.apiKey };
      expect(await run([command, '-o', output, ...remote], cwd, key)).toMatchObject({ code: 0 });
      expect(await run([command, '-o', `own-${output}`], cwd)).toMatchObject({ code: 0 });
      expect(sha256(readFileSync(join(cwd, output)))).toBe(sha256(readFileSync(join(cwd, `own-${output}`))));
    }
    expect((await system.call('GET', '/assets')).body).toMatchObject({ pagination: { total: 1 } });
  }, 120_000);
});
