import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Video } from '#libs/client';
import { type Answer, newTestOrganization, type TestOrganization } from '#libs/testing';
import { createTemplate, createVideo, errorOf, movingDocument, untilEnded } from './steps.js';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';

/** The tables of the wire contract, row by row; every answer is held against the OpenAPI document on the way. */
describe('the wire contract', () => {
  let system: TestOrganization;
  let template: string;
  let poor: string;

  beforeAll(async () => {
    system = await newTestOrganization();
    template = await createTemplate(system, movingDocument(2, { width: 320, height: 180 }));
    const { id } = (await system.operator('organization', 'create', 'Poor')) as { id: string };
    ({ key: poor } = (await system.operator('key', 'create', id)) as { key: string });
  });

  const create = (fields: object) =>
    system.call('POST', '/videos', { template_id: template, format: 'gif', ...fields });
  const send = async (init: RequestInit, path = '/videos'): Promise<Answer> => {
    const headers = { 'content-type': 'application/json', ...(init.headers as Record<string, string> | undefined) };
    const response = await system.fetch(path, { method: 'POST', ...init, headers });
    return { status: response.status, headers: response.headers, body: await response.json() };
  };
  const faultsOf = (answer: Answer) =>
    (errorOf(answer).details as { field: string; code: string; message: string; value: unknown }[]).map(
      ({ field, code }) => `${field} ${code}`,
    );

  describe('has one shape for every error:', () => {
    it('400 BAD_REQUEST for a body that is not valid JSON', async () => {
      expect(errorOf(await send({ body: '{' }))).toMatchObject({ code: 'BAD_REQUEST' });
    });

    it('401 AUTHENTICATION_REQUIRED for an unknown key, with a challenge', async () => {
      const answer = await system.call('GET', '/videos', undefined, 'fw_unknown');
      expect([answer.status, errorOf(answer).code]).toEqual([401, 'AUTHENTICATION_REQUIRED']);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    });

    it('402 INSUFFICIENT_CREDITS with both numbers', async () => {
      const made = await system.call('POST', '/templates', movingDocument(2, { width: 320, height: 180 }), poor);
      const body = { template_id: (made.body as { id: string }).id, format: 'mp4' };
      const answer = await system.call('POST', '/videos', body, poor);
      expect([answer.status, errorOf(answer).details]).toEqual([402, 'Required: 2 credits, Available: 0 credits']);
    });

    it('403 INSUFFICIENT_PERMISSIONS for a read key on anything but GET and HEAD', async () => {
      const answers = await Promise.all([
        system.call('POST', '/videos', {}, system.readKey),
        system.call('DELETE', `/webhooks/${UNKNOWN}`, undefined, system.readKey),
        system.call('DELETE', `/videos/${UNKNOWN}`, undefined, system.readKey),
        system.call('PUT', `/templates/${UNKNOWN}`, {}, system.readKey),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
      expect((await system.call('HEAD', '/webhooks', undefined, system.readKey)).status).toBe(200);
    });

    it('404 RESOURCE_NOT_FOUND for an unknown id and for another organization’s, alike', async () => {
      const foreign = await system.call('GET', `/templates/${template}`, undefined, poor);
      const unknown = await system.call('GET', `/templates/${UNKNOWN}`, undefined, poor);
      expect([foreign.status, foreign.body]).toEqual([404, unknown.body]);
    });

    it('422 VALIDATION_ERROR with every fault at once, after a hundred a count of the rest', async () => {
      const pages = Array.from({ length: 50 }, () => ({ number: 'x', layers: 1, nonsense: true }));
      const answer = await create({ pages });
      const details = errorOf(answer).details as { field: string; message: string; value: unknown }[];
      expect(details).toHaveLength(101);
      expect(details.at(-1)).toEqual({ field: 'body', code: 'INVALID_VALUE', message: '50 more faults', value: null });
    });

    it('429 RATE_LIMIT_EXCEEDED over the limit the operator gave', async () => {
      const { id } = (await system.operator('organization', 'create', 'Hasty')) as { id: string };
      const { key } = (await system.operator('key', 'create', id)) as { key: string };
      await system.operator('organization', 'limit', id, '1');
      const answers = [];
      for (let i = 0; i < 3; i += 1) answers.push(await system.call('GET', '/videos', undefined, key));
      expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(1);
      expect(errorOf(answers.at(-1)!)).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', limit: 1, remaining: 0 });
    });
  });

  describe('checks every field of POST /videos:', () => {
    it.each([
      ['template_id is required', { template_id: undefined }, 'template_id REQUIRED_FIELD'],
      ['template_id is a uuid', { template_id: 'x' }, 'template_id INVALID_FORMAT'],
      ['version is at least 1', { version: 0 }, 'version VALUE_TOO_SMALL'],
      ['version is an integer', { version: 1.5 }, 'version INVALID_TYPE'],
      ['format is required', { format: undefined }, 'format REQUIRED_FIELD'],
      ['format is mp4, webm or gif', { format: 'avi' }, 'format INVALID_VALUE'],
      ['fps is 12, 24 or 30', { fps: 25 }, 'fps INVALID_VALUE'],
      ['fps is not 12 for mp4', { fps: 12, format: 'mp4' }, 'fps INVALID_VALUE'],
      ['pages is an array', { pages: {} }, 'pages INVALID_TYPE'],
      ['pages name existing pages', { pages: [{ number: 9 }] }, 'pages[0].number INVALID_VALUE'],
      [
        'pages stand in one place',
        { pages: [{ number: 1 }], modifications: { pages: [{ number: 1 }] } },
        'pages INVALID_VALUE',
      ],
      [
        'variables are the template’s',
        { modifications: { variables: { no: 1 } } },
        'modifications.variables.no INVALID_VALUE',
      ],
      ['audio_url is an http(s) url', { audio_url: 'ftp://a/b' }, 'audio_url INVALID_FORMAT'],
      ['audio_url is no forbidden address', { audio_url: 'http://169.254.169.254/' }, 'audio_url INVALID_VALUE'],
      [
        'audio_url is at most 2,048 long',
        { audio_url: `http://a.example/${'x'.repeat(2_040)}` },
        'audio_url VALUE_TOO_LARGE',
      ],
      ['metadata is a string', { metadata: {} }, 'metadata INVALID_TYPE'],
      ['metadata has at most 4,096 bytes', { metadata: 'é'.repeat(2_049) }, 'metadata VALUE_TOO_LARGE'],
      ['test is a boolean', { test: 'yes' }, 'test INVALID_TYPE'],
      ['other fields are refused', { color_: 'red' }, 'color_ INVALID_VALUE'],
      ['null is no value', { metadata: null }, 'metadata INVALID_TYPE'],
    ])('%s', async (_rule, fields, fault) => {
      const answer = await create(fields);
      expect([answer.status, faultsOf(answer)]).toEqual([422, [fault]]);
    });

    it('an unknown version is a 404', async () => {
      expect((await create({ version: 99 })).status).toBe(404);
    });

    it('12, 24 and 30 are accepted with gif, which has 12', async () => {
      const answers = await Promise.all([12, 24, 30].map((fps) => create({ fps, test: true })));
      expect(answers.map(({ status, body }) => [status, (body as Video).fps])).toEqual([
        [202, 12],
        [202, 12],
        [202, 12],
      ]);
    });
  });

  describe('answers', () => {
    it('POST /videos with Location, and every key of the Video', async () => {
      const { status, headers, body } = await create({ metadata: 'order 7', test: true });
      const video = body as Video;
      expect([status, headers.get('location')]).toEqual([202, video.self]);
      expect(video).toMatchObject({
        status: 'PROCESSING',
        metadata: 'order 7',
        credits: 0,
        error: null,
        file_size: null,
      });
      expect(video.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    });

    it('a video unchanged since with 304, and Retry-After only while it is PROCESSING', async () => {
      const { id } = await createVideo(system, { template_id: template, format: 'gif', test: true });
      const processing = await system.call('GET', `/videos/${id}`);
      if ((processing.body as Video).status === 'PROCESSING')
        expect(Number(processing.headers.get('retry-after'))).toBeGreaterThan(0);
      await untilEnded(system, id);
      const { headers } = await system.call('GET', `/videos/${id}`);
      expect(headers.get('retry-after')).toBeNull();
      const params = { path: { id }, header: { 'If-None-Match': headers.get('etag')! } };
      const { response } = await system.client.GET('/videos/{id}', { params });
      expect([response.status, response.headers.get('etag')]).toEqual([304, headers.get('etag')]);
    });

    it('50 identical requests with one Idempotency-Key with one video', async () => {
      const body = JSON.stringify({ template_id: template, format: 'gif', metadata: 'once' });
      const before = (await system.call('GET', '/credits')).body;
      const request = () => send({ body, headers: { 'idempotency-key': 'fifty at once'.replaceAll(' ', '-') } });
      const answers = await Promise.all(Array.from({ length: 50 }, request));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
      expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
      expect(answers.filter(({ headers }) => headers.get('idempotency-replayed') === 'true')).toHaveLength(49);
      const { data } = (await system.call('GET', '/credits/transactions?limit=100')).body as {
        data: { video_id: string | null; kind: string }[];
      };
      const { id, credits } = answers[0]!.body as Video;
      expect(data.filter(({ video_id, kind }) => video_id === id && kind === 'hold')).toHaveLength(1);
      await untilEnded(system, id);
      expect(
        (before as { available: number }).available -
          ((await system.call('GET', '/credits')).body as { available: number }).available,
      ).toBe(credits);
      const other = await send({
        body: body.replace('once', 'twice'),
        headers: { 'idempotency-key': 'fifty-at-once' },
      });
      expect([other.status, faultsOf(other)[0]]).toEqual([422, expect.stringContaining('Idempotency-Key')]);
    });

    it('a list by its parameters, and refuses each that is wrong', async () => {
      const page = (await system.call('GET', '/videos?limit=1&offset=1')).body as { data: Video[]; pagination: object };
      expect(page.data).toHaveLength(1);
      expect(page.pagination).toMatchObject({ limit: 1, offset: 1, has_more: true });
      const answer = await system.call('GET', '/videos?limit=101&offset=-1&status=DONE&limits=1');
      expect(faultsOf(answer)).toEqual([
        'limit VALUE_TOO_LARGE',
        'offset VALUE_TOO_SMALL',
        'status INVALID_VALUE',
        'limits INVALID_VALUE',
      ]);
    });
  });

  describe('streams a video’s progress as it happens:', () => {
    async function eventsOf(
      id: string,
      headers: Record<string, string> = {},
    ): Promise<{ status: number; text: string }> {
      // Other tests' videos may be before it in the queue.
      const response = await system.fetch(`/videos/${id}/events`, { headers, signal: AbortSignal.timeout(110_000) });
      return { status: response.status, text: await response.text() };
    }

    it('every change once and in order, until the video has ended', async () => {
      const { id } = await createVideo(system, { template_id: template, format: 'mp4', test: true });
      const { status, text } = await eventsOf(id);
      expect(status).toBe(200);
      const videos = [...text.matchAll(/^data: (.*)$/gm)].map(([, json]) => JSON.parse(json!) as Video);
      const versions = [...text.matchAll(/^id: (\d+)$/gm)].map(([, version]) => Number(version));
      expect(versions).toEqual(versions.toSorted((a, b) => a - b));
      expect(new Set(versions).size).toBe(versions.length);
      expect(videos.at(-1)).toEqual((await system.call('GET', `/videos/${id}`)).body);
      expect(videos.map(({ progress }) => progress)).toEqual(
        videos.map(({ progress }) => progress).toSorted((a, b) => a - b),
      );
      expect(await eventsOf(id, { 'last-event-id': String(versions.at(-1)) })).toEqual({ status: 204, text: '' });
    });

    it('not to another organization', async () => {
      const { id } = await createVideo(system, { template_id: template, format: 'gif', test: true });
      expect((await system.call('GET', `/videos/${id}/events`, undefined, poor)).status).toBe(404);
    });

    it('hundreds of abandoned streams cost the others nothing', async () => {
      const long = await createTemplate(system, movingDocument(20, { width: 640, height: 360 }));
      const { id } = await createVideo(system, { template_id: long, format: 'mp4', test: true });
      const leaving = new AbortController();
      const watch = () => system.fetch(`/videos/${id}/events`, { signal: leaving.signal });
      const streams = await Promise.all(Array.from({ length: 300 }, watch));
      expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]));
      leaving.abort();
      expect((await system.call('POST', `/videos/${id}/cancel`)).status).toBe(200);
    });
  });
});
