import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { serve, startSystem, type TestServer, type TestSystem } from '#libs/testing';
import { balance, createTemplate, createVideo, errorOf, untilEnded } from './steps.js';

const PNG_SIGNATURE = '89504e470d0a1a0a';
/** Not assigned by Unicode, so that no font has it. */
const UNDRAWABLE = '\u{3fffd}';

describe('a template that is tried out', () => {
  let system: TestSystem;
  let template: string;
  let files: TestServer;

  beforeAll(async () => {
    files = await serve((request, response) => {
      response.writeHead(request.url === '/page.html' ? 200 : 404).end('<html></html>');
    });
    system = await startSystem();
    template = await createTemplate(system, {
      name: 'Greeting',
      width: 320,
      height: 180,
      pages: [{ number: 1, duration: 2, layers: [{ name: 'title', type: 'text', text: 'Hello' }] }],
    });
  });

  afterAll(() => Promise.all([system.stop(), files.stop()]), 60_000);

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
        credits: 2,
        balance: before.available,
        affordable: true,
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
