import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, newTestOrganization, serve, type TestOrganization, type TestServer } from '#libs/testing';
import { balance, createTemplate, createVideo, errorOf, untilEnded } from './steps.js';

const PNG_SIGNATURE = '89504e470d0a1a0a';
/** A character not assigned by Unicode, so that no font has it. */
const UNDRAWABLE = '\u{3fffd}';

interface Explanation {
  frames: number;
  frames_looked_at: number;
  megapixels: number;
  painting_ms_per_frame: number;
  layers: { name: string; cause: string; message: string; frames: number; megapixels: number; share: number }[];
}

/** The result for a request, once a renderer has replied in time. */
async function validated(system: TestOrganization, request: object): Promise<object> {
  let result: object = {};
  await eventually(async () => {
    result = (await system.call('POST', '/videos/validate', request)).body as object;
    return !JSON.stringify(result).includes('CHECK_SKIPPED');
  });
  return result;
}

describe('a template that is tried out', () => {
  let system: TestOrganization;
  let template: string;
  let files: TestServer;

  beforeAll(async () => {
    files = await serve((request, response) => {
      response.writeHead(request.url === '/page.html' ? 200 : 404).end('<html></html>');
    });
    system = await newTestOrganization();
    template = await createTemplate(system, {
      name: 'Greeting',
      width: 320,
      height: 180,
      pages: [{ number: 1, duration: 2, layers: [{ name: 'title', type: 'text', text: 'Hello' }] }],
    });
  });

  afterAll(() => files.stop());

  it('reports its price and what no font can show, and leaves no video and no hold', async () => {
    const before = await balance(system);
    const pages = [{ number: 1, layers: [{ name: 'title', text: `Hello ${UNDRAWABLE}` }] }];
    const { status, body } = await system.call('POST', '/videos/validate', {
      template_id: template,
      format: 'mp4',
      pages,
    });
    expect([status, body]).toEqual([
      200,
      {
        valid: true,
        errors: [],
        warnings: [
          expect.objectContaining({ field: 'pages[0].layers[0].text', code: 'GLYPH_MISSING', severity: 'warning' }),
        ],
        duration: 2,
        page_durations: [2],
        sizes: [{ size: 'default', width: 320, height: 180, credits: 2 }],
        credits: 2,
        balance: before.available,
        affordable: true,
        explanation: null,
      },
    ]);
    const list = (await system.call('GET', '/videos')).body as { pagination: { total: number } };
    expect(list.pagination.total).toBe(0);
    expect(await balance(system)).toEqual(before);
  });

  it.each([
    ['a file that is missing', '/nope.jpg', 'ASSET_FETCH_FAILED'],
    ['a page in place of an image', '/page.html', 'ASSET_UNSUPPORTED'],
  ])('reports %s with the code with which its video fails', async (_what, path, code) => {
    const photo = { name: 'photo', type: 'image', source_url: files.url + path };
    const pages = [{ number: 1, duration: 1, layers: [photo] }];
    const failing = await createTemplate(system, { name: 'Failing', width: 320, height: 180, pages });
    const request = { template_id: failing, format: 'mp4' };
    const { body } = await system.call('POST', '/videos/validate', request);
    const field = 'pages[0].layers[0].source_url';
    expect(body).toMatchObject({ valid: false, errors: [{ field, code, value: photo.source_url }], credits: 1 });
    const { id } = await createVideo(system, request);
    await untilEnded(system, id);
    const video = (await system.call('GET', `/videos/${id}`)).body as { status: string; error: { message: string } };
    expect(video).toMatchObject({ status: 'FAILED', error: { code, retryable: false } });
    const [{ message }] = (body as { errors: [{ message: string }] }).errors;
    expect(video.error.message).toBe(`pages[0].layers[0] "photo": ${message}`);
  });

  it('explains which layer makes it slow, and what to change', async () => {
    const grows = [
      { time: 0, value: 10, easing: 'linear' },
      { time: 2, value: 170 },
    ];
    const box = { type: 'shape', width: 300, height: 170 };
    const pages = [
      {
        number: 1,
        duration: 2,
        layers: [
          { ...box, name: 'slides', keyframes: { x: grows } },
          { ...box, name: 'bar', keyframes: { height: grows } },
        ],
      },
    ];
    const slow = await createTemplate(system, { name: 'Slow', width: 320, height: 180, pages });
    const request = { template_id: slow, format: 'mp4', explain: true };
    const { explanation } = (await validated(system, request)) as { explanation: Explanation };
    expect(explanation).toMatchObject({ frames: 48, frames_looked_at: 48 });
    const [bar, ...others] = explanation.layers;
    expect(bar).toMatchObject({ field: 'pages[0].layers[1]', name: 'bar', cause: 'CONTENT_CHANGES', frames: 47 });
    expect(bar!.message).toContain('Animate x, y, scale');
    expect(bar!.share).toBeGreaterThan(0.8);
    expect(others.map(({ name, cause, frames }) => [name, cause, frames]).toSorted()).toEqual([
      ['bar', 'FIRST_SHOWN', 1],
      ['slides', 'FIRST_SHOWN', 1],
    ]);
    const all = explanation.layers.reduce((sum, { megapixels }) => sum + megapixels, 0);
    expect(explanation.megapixels).toBeCloseTo(all, 2);
    expect(explanation.painting_ms_per_frame).toBeGreaterThan(0);
    expect(await validated(system, { ...request, explain: false })).toMatchObject({ explanation: null });
  });

  it('explains an hour by frames that lie evenly in it', async () => {
    const hour = 3_600;
    const height = [
      { time: 0, value: 1 },
      { time: hour, value: 170 },
    ];
    const layers = Array.from({ length: 30 }, (_, n) => {
      return { name: `bar ${n}`, type: 'shape', fill_color: `rgb(0, 0, ${n})`, keyframes: { height } };
    });
    const pages = [{ number: 1, duration: hour, layers }];
    const long = await createTemplate(system, { name: 'Long', width: 320, height: 180, pages });
    const { explanation } = (await validated(system, { template_id: long, format: 'mp4', explain: true })) as {
      explanation: Explanation;
    };
    expect(explanation.frames).toBe(24 * hour);
    expect(explanation.frames_looked_at).toBeLessThanOrEqual(600);
    expect(explanation.layers).toHaveLength(50);
    const changing = explanation.layers.filter(({ cause }) => cause === 'CONTENT_CHANGES');
    expect(changing).toHaveLength(30);
    for (const { frames } of changing) expect(frames / explanation.frames).toBeCloseTo(1, 1);
  });

  it('explains nothing of a video that would fail, and refuses what is no boolean', async () => {
    const layers = [{ name: 'photo', type: 'image', source_url: `${files.url}/nope.jpg` }];
    const pages = [{ number: 1, duration: 1, layers }];
    const failing = await createTemplate(system, { name: 'Failing', width: 320, height: 180, pages });
    expect(await validated(system, { template_id: failing, format: 'mp4', explain: true })).toMatchObject({
      errors: [{ field: 'pages[0].layers[0].source_url', code: 'ASSET_FETCH_FAILED' }],
      explanation: null,
    });
    expect(await validated(system, { template_id: failing, format: 'mp4', explain: 'yes' })).toMatchObject({
      valid: false,
      errors: [{ field: 'explain', code: 'INVALID_TYPE', value: 'yes' }],
      explanation: null,
    });
    const created = await system.call('POST', '/videos', { template_id: failing, format: 'mp4', explain: true });
    expect([created.status, errorOf(created).details]).toEqual([
      422,
      [expect.objectContaining({ message: 'explain is a field of POST /videos/validate' })],
    ]);
  });

  it('points variables to where they belong', async () => {
    const request = { template_id: template, format: 'mp4', variables: { a: 'b' } };
    expect((await system.call('POST', '/videos/validate', request)).body).toMatchObject({
      valid: false,
      errors: [
        {
          field: 'variables',
          message: 'variables belongs in modifications: modifications.variables',
          value: { a: 'b' },
        },
      ],
      balance: null,
      affordable: null,
    });
  });

  it('shows any of its frames', async () => {
    const still = await system.fetch(`/templates/${template}/frame?t=1`);
    expect([still.status, still.headers.get('content-type')]).toEqual([200, 'image/png']);
    const png = Buffer.from(await still.arrayBuffer());
    expect(png.subarray(0, 8).toString('hex')).toBe(PNG_SIGNATURE);
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([320, 180]);
    const late = await system.call('GET', `/templates/${template}/frame?t=2.5`);
    expect([late.status, errorOf(late).details]).toEqual([
      422,
      [expect.objectContaining({ field: 't', code: 'VALUE_TOO_LARGE', value: 2.5 })],
    ]);
  });

  it('gives its finished video a poster', async () => {
    const { id } = await createVideo(system, { template_id: template, format: 'mp4' });
    await untilEnded(system, id);
    const { poster_url } = (await system.call('GET', `/videos/${id}`)).body as { poster_url: string };
    const poster = await fetch(poster_url);
    expect([poster.status, poster.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  });
});
