import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newTestOrganization, type TestOrganization } from '#libs/testing';
import { balance, createTemplate, errorOf, movingDocument } from './steps.js';

describe('bad input', () => {
  let system: TestOrganization;
  let template: string;
  let before: { available: number; held: number };

  beforeAll(async () => {
    system = await newTestOrganization();
    template = await createTemplate(system, movingDocument(2, { width: 320, height: 180 }));
    before = await balance(system);
  });

  afterAll(async () => {
    expect(await balance(system)).toEqual(before);
    const { body } = await system.call('GET', '/videos');
    expect((body as { pagination: { total: number } }).pagination.total).toBe(0);
  });

  it('an unknown template is a 404', async () => {
    const answer = await system.call('POST', '/videos', {
      template_id: '00000000-0000-4000-8000-000000000000',
      format: 'mp4',
    });
    expect([answer.status, errorOf(answer).code]).toEqual([404, 'RESOURCE_NOT_FOUND']);
  });

  it('malformed JSON is a 400', async () => {
    const response = await system.fetch('/videos', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"template_id": ',
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: 'BAD_REQUEST' } });
  });

  it.each([
    ['__proto__', '{"__proto__":{"isAdmin":true}}', '__proto__'],
    ['constructor.prototype', '{"constructor":{"prototype":{"isAdmin":true}}}', 'constructor'],
    ['U+0000', '{"metadata":"a\\u0000b"}', 'metadata'],
  ])('%s in a body is a 422 that names its field', async (_name, body, field) => {
    const headers = { 'content-type': 'application/json' };
    const response = await system.fetch('/videos', { method: 'POST', headers, body });
    expect(response.status).toBe(422);
    const { error } = (await response.json()) as { error: { details: { field: string }[] } };
    expect(error.details.map((fault) => fault.field)).toContain(field);
  });

  it('every fault of a body is reported at once, in its order', async () => {
    const answer = await system.call('POST', '/videos', {
      ...{ template_id: 7, format: 'avi', fps: 'fast' },
      ...{ audio_url: 'http://10.0.0.1/a.mp3', color_: 'red' },
    });
    expect(answer.status).toBe(422);
    expect(errorOf(answer).details).toEqual([
      expect.objectContaining({ field: 'template_id', code: 'INVALID_TYPE', value: 7 }),
      expect.objectContaining({ field: 'format', code: 'INVALID_VALUE', value: 'avi' }),
      expect.objectContaining({ field: 'fps', code: 'INVALID_TYPE', value: 'fast' }),
      expect.objectContaining({ field: 'audio_url', code: 'INVALID_VALUE', value: 'http://10.0.0.1/a.mp3' }),
      expect.objectContaining({ field: 'color_', code: 'INVALID_VALUE', value: 'red' }),
    ]);
  });

  it('every fault against the template is reported at once', async () => {
    const answer = await system.call('POST', '/videos', {
      template_id: template,
      format: 'mp4',
      pages: [
        {
          number: 1,
          layers: [
            { name: 'row 0', fill_color: '#fff' },
            { name: 'missing', text: 'x' },
          ],
        },
        { number: 9, layers: [] },
      ],
    });
    expect(answer.status).toBe(422);
    expect((errorOf(answer).details as { field: string }[]).map(({ field }) => field)).toEqual([
      'pages[0].layers[0].fill_color',
      'pages[0].layers[1].name',
      'pages[1].number',
    ]);
  });

  it('a price above the balance is a 402 that names both', async () => {
    const { id } = (await system.operator('organization', 'create', 'Poor')) as { id: string };
    await system.operator('credits', 'grant', id, '1');
    const { key } = (await system.operator('key', 'create', id, '--kind', 'read_write')) as { key: string };
    const document = movingDocument(2, { width: 320, height: 180 });
    const created = (await system.call('POST', '/templates', document, key)).body as { id: string };
    const refused = await system.call('POST', '/videos', { template_id: created.id, format: 'mp4' }, key);
    expect(refused.status).toBe(402);
    expect(errorOf(refused)).toMatchObject({
      code: 'INSUFFICIENT_CREDITS',
      details: 'Required: 2 credits, Available: 1 credits',
    });
    expect(await system.operator('credits', 'show', id)).toMatchObject({ available: 1, held: 0 });
  });

  it('a key that may only read cannot create', async () => {
    const video = { template_id: template, format: 'mp4' };
    expect((await system.call('POST', '/videos', video, system.readKey)).status).toBe(403);
  });

  it('no key is a 401 with a challenge', async () => {
    const response = await system.fetch('/videos', { key: null });
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  });
});
