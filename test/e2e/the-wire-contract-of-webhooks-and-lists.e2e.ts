import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Template, Video, Webhook, WebhookWithSecret } from '#libs/client';
import { type Answer, newTestOrganization, type TestOrganization } from '#libs/testing';
import { createTemplate, createVideo, errorOf, movingDocument } from './steps.js';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const URL = 'https://example.com/hooks';
const EVENTS = ['video.finished'];

/** Row by row, as the wire contract of videos; every answer is held against the OpenAPI document on the way. */
describe('the wire contract', () => {
  let system: TestOrganization;
  let template: string;
  let video: Video;

  beforeAll(async () => {
    system = await newTestOrganization();
    template = await createTemplate(system, movingDocument(1, { width: 320, height: 180 }));
    video = await createVideo(system, { template_id: template, format: 'gif', test: true });
  }, 120_000);

  const faultsOf = (answer: Answer) =>
    (errorOf(answer).details as { field: string; code: string }[]).map(({ field, code }) => `${field} ${code}`);
  const create = async (fields: object = {}) =>
    (await system.call('POST', '/webhooks', { url: URL, events: EVENTS, ...fields })).body as WebhookWithSecret;

  describe('of webhooks:', () => {
    it('POST answers 201 with the secret, Location, and times in whole seconds', async () => {
      const { status, headers, body } = await system.call('POST', '/webhooks', { url: URL, events: EVENTS });
      const { id, secret, created_at, ...rest } = body as WebhookWithSecret;
      expect([status, headers.get('location')]).toEqual([201, `${system.baseUrl}/webhooks/${id}`]);
      expect(Buffer.from(/^whsec_(.+)$/.exec(secret)![1]!, 'base64')).toHaveLength(32);
      expect(created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
      const shown = { url: URL, events: EVENTS, enabled: true, org_id: system.orgId, disabled_reason: null };
      expect(rest).toEqual({ ...shown, updated_at: created_at });
    });

    it.each([
      ['url is required', { url: undefined }, 'url REQUIRED_FIELD'],
      ['url is an http(s) url', { url: 'mailto:a@example.com' }, 'url INVALID_FORMAT'],
      ['url is at most 2,048 long', { url: `${URL}/${'x'.repeat(2_048)}` }, 'url VALUE_TOO_LARGE'],
      ['url is no forbidden address', { url: 'https://169.254.169.254/' }, 'url INVALID_VALUE'],
      ['events are required', { events: undefined }, 'events REQUIRED_FIELD'],
      ['events are at least one', { events: [] }, 'events VALUE_TOO_SMALL'],
      ['events are of three', { events: ['video.deleted'] }, 'events[0] INVALID_VALUE'],
      ['enabled is a boolean', { enabled: 1 }, 'enabled INVALID_TYPE'],
      ['other fields are refused', { secret: 'mine' }, 'secret INVALID_VALUE'],
    ])('%s', async (_rule, fields, fault) => {
      const answer = await system.call('POST', '/webhooks', { url: URL, events: EVENTS, ...fields });
      expect([answer.status, faultsOf(answer)]).toEqual([422, [fault]]);
    });

    it('duplicate events are folded', async () => {
      expect((await create({ events: ['video.failed', 'video.started', 'video.failed'] })).events).toEqual([
        'video.failed',
        'video.started',
      ]);
    });

    it('PUT keeps what is absent, refuses null, takes {}, and never returns the secret', async () => {
      const { id, updated_at } = await create();
      const put = (body: object) => system.call('PUT', `/webhooks/${id}`, body);
      expect(await put({})).toMatchObject({ status: 200, body: { url: URL, events: EVENTS, updated_at } });
      expect((await put({ enabled: false })).body).toMatchObject({ url: URL, events: EVENTS, enabled: false });
      expect((await put({ enabled: false })).body).not.toHaveProperty('secret');
      expect(faultsOf(await put({ url: null, events: null }))).toEqual(['url INVALID_TYPE', 'events INVALID_TYPE']);
    });

    it('GET lists by `enabled`, DELETE answers 204 and then 404', async () => {
      const { id } = await create({ enabled: false });
      const ids = async (query: string) =>
        ((await system.call('GET', `/webhooks?limit=100&${query}`)).body as { data: Webhook[] }).data.map(
          (webhook) => webhook.id,
        );
      expect(await ids('enabled=false')).toContain(id);
      expect(await ids('enabled=true')).not.toContain(id);
      expect(faultsOf(await system.call('GET', '/webhooks?enabled=1'))).toEqual(['enabled INVALID_FORMAT']);
      const removals = [];
      for (let time = 0; time < 2; time++) removals.push((await system.call('DELETE', `/webhooks/${id}`)).status);
      expect(removals).toEqual([204, 404]);
    });

    it('POST …/rotate-secret answers another secret, POST …/test a delivery, POST …/recover 202', async () => {
      const { id, secret } = await create();
      const rotated = await system.call('POST', `/webhooks/${id}/rotate-secret`);
      expect([rotated.status, (rotated.body as WebhookWithSecret).secret === secret]).toEqual([200, false]);
      const test = await system.call('POST', `/webhooks/${id}/test`);
      expect(test.status).toBe(202);
      const listed = await system.call('GET', `/webhooks/${id}/deliveries`);
      const ids = (listed.body as { data: { id: string }[] }).data.map((delivery) => delivery.id);
      expect(ids).toContain((test.body as { id: string }).id);
      const since = new Date(Date.now() - 60_000).toISOString();
      expect((await system.call('POST', `/webhooks/${id}/recover`, { since })).status).toBe(202);
    });
  });

  describe('of templates:', () => {
    it('POST answers 201, version 1 and Location; GET ?id= finds it', async () => {
      const { status, headers, body } = await system.call(
        'POST',
        '/templates',
        movingDocument(1, { width: 64, height: 64 }),
      );
      const { id, version } = body as Template;
      expect([status, version, headers.get('location')]).toEqual([201, 1, `${system.baseUrl}/templates/${id}`]);
      expect((await system.call('GET', `/templates?id=${id}`)).body).toMatchObject({ data: [{ id, version: 1 }] });
    });
  });

  describe('of lists:', () => {
    const lists = ['/videos', '/templates', '/webhooks', '/webhooks/{webhook}/deliveries', '/credits/transactions'];

    it.each(lists)('%s has 20 from 0 by default, 1 to 100 by choice, the newest first', async (list) => {
      const { id } = await create();
      for (let count = 0; count < 2; count++) await system.call('POST', `/webhooks/${id}/test`);
      const path = list.replace('{webhook}', id);
      const { data, pagination } = (await system.call('GET', path)).body as {
        data: { created_at: string }[];
        pagination: { total: number };
      };
      const { total } = pagination;
      expect(pagination).toEqual({ limit: 20, offset: 0, total, has_more: total > data.length });
      expect(data.length).toBe(Math.min(total, 20));
      const times = data.map(({ created_at }) => created_at);
      expect(times).toEqual(times.toSorted().reverse());
      const { body: last } = await system.call('GET', `${path}?limit=1&offset=${total - 1}`);
      expect(last).toMatchObject({ pagination: { limit: 1, offset: total - 1, total, has_more: false } });
      expect((last as { data: object[] }).data).toHaveLength(1);
      const wrong = await system.call('GET', `${path}?limit=0&offset=-1&page=2`);
      expect(faultsOf(wrong)).toEqual(['limit VALUE_TOO_SMALL', 'offset VALUE_TOO_SMALL', 'page INVALID_VALUE']);
      await system.call('DELETE', `/webhooks/${id}`);
    });
  });

  it('a POST that takes no body accepts none and {}, and nothing else', async () => {
    const { id } = await create();
    for (const path of [`/videos/${video.id}/cancel`, `/webhooks/${id}/rotate-secret`, `/webhooks/${id}/test`]) {
      const none = await system.call('POST', path);
      const empty = await system.call('POST', path, {});
      const more = await system.call('POST', path, { a: 1 });
      expect([path, none.status, empty.status, more.status]).toEqual([path, none.status, none.status, 422]);
      expect(none.status).toBeLessThan(300);
      expect(faultsOf(more)).toEqual(['a INVALID_VALUE']);
    }
  });

  it('every answer has a request id, and every authenticated one says where the organization stands', async () => {
    const answers = [
      await system.call('GET', '/videos'),
      await system.call('POST', '/videos', {}),
      await system.call('GET', `/videos/${UNKNOWN}`),
      await system.call('GET', '/nothing'),
      await system.call('DELETE', `/webhooks/${UNKNOWN}`, undefined, system.readKey),
      await system.call('HEAD', '/credits'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 422, 404, 404, 403, 200]);
    for (const { headers } of answers) {
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      expect(headers.get('x-ratelimit-limit')).toBe('10000');
      expect(Number(headers.get('x-ratelimit-remaining'))).toBeLessThan(10_000);
      expect(Number(headers.get('x-ratelimit-reset')) % 60).toBe(0);
    }
    const stranger = await system.fetch('/videos', { key: null, headers: { 'x-request-id': 'mine' } });
    expect([stranger.headers.get('x-request-id'), stranger.headers.get('x-ratelimit-limit')]).toEqual(['mine', null]);
  });
});
