import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { Fault } from '#libs/template';
import { AppError, type Webhook, WEBHOOKS_RPC } from '#libs/contracts';
import { RpcClient, startWithHandlers } from '#libs/messaging';
import { type Service } from '#libs/runtime';
import { type ServiceServers, startServers } from '#libs/testing';
import { WebhooksConfig } from '../webhooks.config.js';
import { WebhooksModule } from '../webhooks.module.js';

let servers: ServiceServers;
let service: Service;
let client: RpcClient;
let em: EntityManager;

beforeAll(async () => {
  servers = await startServers('webhooks');
  Object.assign(process.env, {
    DATABASE_URL: servers.databaseUrl,
    NATS_URL: servers.natsUrl,
    MIGRATE_ON_START: 'true',
    LOG_LEVEL: 'error',
    WEBHOOK_SECRET_KEY: randomBytes(32).toString('base64'),
    ALLOW_PRIVATE_ADDRESSES: '',
    ALLOW_HTTP_TARGETS: 'false',
  });
  service = await startWithHandlers('webhooks', WebhooksModule);
  client = service.app.get(RpcClient);
  em = service.app.get(EntityManager).fork();
});

afterAll(async () => {
  await service.app.close();
  await servers.stop();
});

const create = (org: string, body: Record<string, unknown>) => client.call(WEBHOOKS_RPC.create, { org_id: org, body });
const update = (webhook: Webhook, body: Record<string, unknown>) =>
  client.call(WEBHOOKS_RPC.update, { org_id: webhook.org_id, id: webhook.id, body });
const get = (org: string, id: string) => client.call(WEBHOOKS_RPC.get, { org_id: org, id });
const valid = { url: 'https://example.com/hook', events: ['video.finished'] };

async function faultsOf(attempt: Promise<unknown>): Promise<Fault[]> {
  const error: unknown = await attempt.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(AppError);
  expect(error).toMatchObject({ code: 'VALIDATION_ERROR' });
  return (error as AppError).details as Fault[];
}

describe('endpoints', () => {
  it('are kept in tables that the entities describe to the column, but for what the former version reads', async () => {
    const orm = service.app.get(MikroORM);
    const statements = (await orm.schema.getUpdateSchemaSQL({ wrap: false })).split('\n').filter(Boolean);
    const others =
      /(out|in)box|^drop (trigger|function)|column "video_id"|index "webhooks"."(events_once|deliveries_pending)"/;
    expect(statements.filter((statement) => !others.test(statement))).toEqual([]);
  });

  it('are created with a secret that is shown once and stored encrypted', async () => {
    const org = randomUUID();
    const { secret, ...webhook } = await create(org, {
      ...valid,
      events: ['video.failed', 'video.started', 'video.failed'],
    });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(webhook).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      org_id: org,
      url: valid.url,
      events: ['video.failed', 'video.started'],
      enabled: true,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      updated_at: webhook.created_at,
      disabled_reason: null,
    });
    expect(await get(org, webhook.id)).toEqual(webhook);
    const [row] = await em.execute<{ sealed: string }[]>(
      `SELECT encode(sealed_secret, 'escape') AS sealed FROM endpoints WHERE id = ?`,
      [webhook.id],
    );
    expect(row?.sealed).not.toContain(secret.slice(6, 20));
  });

  it.each<[string, Record<string, unknown>, [string, string][]]>([
    [
      'nothing',
      {},
      [
        ['url', 'REQUIRED_FIELD'],
        ['events', 'REQUIRED_FIELD'],
      ],
    ],
    ['no event', { ...valid, events: [] }, [['events', 'VALUE_TOO_SMALL']]],
    ['an unknown event', { ...valid, events: ['video.started', 'video.done'] }, [['events[1]', 'INVALID_VALUE']]],
    [
      'wrong types',
      { url: 5, events: 'video.started', enabled: 'true' },
      [
        ['url', 'INVALID_TYPE'],
        ['events', 'INVALID_TYPE'],
        ['enabled', 'INVALID_TYPE'],
      ],
    ],
    ['null', { ...valid, enabled: null }, [['enabled', 'INVALID_TYPE']]],
    ['an unknown field', { ...valid, secret: 'x' }, [['secret', 'INVALID_VALUE']]],
    ['no URL', { ...valid, url: 'example.com' }, [['url', 'INVALID_FORMAT']]],
    ['http', { ...valid, url: 'http://example.com/' }, [['url', 'INVALID_VALUE']]],
    ['a private address', { ...valid, url: 'https://169.254.169.254/' }, [['url', 'INVALID_VALUE']]],
    ['a long URL', { ...valid, url: `https://example.com/${'a'.repeat(2048)}` }, [['url', 'VALUE_TOO_LARGE']]],
    [
      'faults in document order',
      { events: [], url: 'https://10.0.0.1/', extra: 1 },
      [
        ['events', 'VALUE_TOO_SMALL'],
        ['url', 'INVALID_VALUE'],
        ['extra', 'INVALID_VALUE'],
      ],
    ],
  ])('are refused with every fault: %s', async (_what, body, expected) => {
    const faults = await faultsOf(create(randomUUID(), body));
    expect(faults.map(({ field, code }) => [field, code])).toEqual(expected);
  });

  it('report the rejected value cut to 256 characters', async () => {
    const [fault] = await faultsOf(create(randomUUID(), { ...valid, url: `http://${'a'.repeat(400)}/` }));
    expect(fault).toMatchObject({ message: 'url must be an https URL', value: `http://${'a'.repeat(249)}` });
  });

  it('are at most twenty, when many are created at once too', async () => {
    const org = randomUUID();
    const attempts = await Promise.allSettled(Array.from({ length: 25 }, () => create(org, valid)));
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
    expect(await faultsOf(create(org, valid))).toEqual([
      { field: 'body', code: 'VALUE_TOO_LARGE', message: expect.stringContaining('at most 20'), value: null },
    ]);
    await create(randomUUID(), valid);
  });

  it('are at most as many as the operator allows', async () => {
    const config = service.app.get(WebhooksConfig);
    const { maxWebhooks } = config;
    const org = randomUUID();
    Object.assign(config, { maxWebhooks: 2 });
    try {
      await create(org, valid);
      await create(org, valid);
      expect(await faultsOf(create(org, valid))).toEqual([
        { field: 'body', code: 'VALUE_TOO_LARGE', message: expect.stringContaining('at most 2 webhooks'), value: null },
      ]);
    } finally {
      Object.assign(config, { maxWebhooks });
    }
    await create(org, valid);
  });

  it('change only in what is named, and `updated_at` only when a value changes', async () => {
    const webhook = await create(randomUUID(), valid);
    await delay(1_100);
    const shown: Webhook & { secret?: string } = { ...webhook, secret: undefined };
    expect(await update(webhook, {})).toEqual(shown);
    expect(await update(webhook, { ...valid, enabled: true })).toEqual(shown);
    const changed = await update(webhook, { events: ['video.started'], enabled: false });
    expect(changed).toEqual({ ...shown, events: ['video.started'], enabled: false, updated_at: changed.updated_at });
    expect(changed.updated_at > shown.updated_at).toBe(true);
    expect(await get(webhook.org_id, webhook.id)).toEqual(changed);
  });

  it.each<[Record<string, unknown>, string]>([
    [{ url: null }, 'INVALID_TYPE'],
    [{ events: null }, 'INVALID_TYPE'],
    [{ enabled: null }, 'INVALID_TYPE'],
    [{ url: 'https://localhost/' }, 'INVALID_VALUE'],
    [{ events: [] }, 'VALUE_TOO_SMALL'],
  ])('refuse the change %j as %s', async (body, code) => {
    const webhook = await create(randomUUID(), valid);
    expect(await faultsOf(update(webhook, body))).toMatchObject([{ field: Object.keys(body)[0], code }]);
  });

  it('belong to one organization: another one finds, changes and removes nothing', async () => {
    const webhook = await create(randomUUID(), valid);
    const foreign = { ...webhook, org_id: randomUUID() };
    const missing = { code: 'RESOURCE_NOT_FOUND' };
    await expect(get(foreign.org_id, webhook.id)).rejects.toMatchObject(missing);
    await expect(update(foreign, { enabled: false })).rejects.toMatchObject(missing);
    await expect(client.call(WEBHOOKS_RPC.remove, { org_id: foreign.org_id, id: webhook.id })).rejects.toMatchObject(
      missing,
    );
    await expect(get(webhook.org_id, randomUUID())).rejects.toMatchObject(missing);
    expect(await get(webhook.org_id, webhook.id)).toMatchObject({ enabled: true });
    await client.call(WEBHOOKS_RPC.remove, { org_id: webhook.org_id, id: webhook.id });
    await expect(get(webhook.org_id, webhook.id)).rejects.toMatchObject(missing);
  });

  it('are listed newest first, in pages, by state', async () => {
    const org = randomUUID();
    const ids: string[] = [];
    for (const enabled of [true, false, true]) ids.unshift((await create(org, { ...valid, enabled })).id);
    const list = (request: object) => client.call(WEBHOOKS_RPC.list, { org_id: org, ...request });
    const all = await list({});
    expect(all.data.map(({ id }) => id)).toEqual(ids);
    expect(all.pagination).toEqual({ limit: 20, offset: 0, total: 3, has_more: false });
    expect(all.data.some((webhook) => 'secret' in webhook)).toBe(false);
    const second = await list({ limit: 1, offset: 1 });
    expect(second.data.map(({ id }) => id)).toEqual([ids[1]]);
    expect(second.pagination).toEqual({ limit: 1, offset: 1, total: 3, has_more: true });
    expect((await list({ enabled: false })).data.map(({ id }) => id)).toEqual([ids[1]]);
    expect((await list({ enabled: true })).pagination.total).toBe(2);
  });
});
