import { describe, expect, it } from '@jest/globals';
import { type Browser, eventually } from '#libs/testing';
import { createKey } from '../operator/organizations.js';
import { ConsoleUsers } from '../testing/console-users.js';
import { UNKNOWN_ID, useGatewaySystem } from '../testing/running-gateway.js';
import type { Key, KeyWithSecret } from './key-requests.js';

const SHOP = { name: 'Web shop', kind: 'read_write' } as const;

const system = useGatewaySystem({ TRUSTED_PROXIES: '127.0.0.1' });
const users = new ConsoleUsers(system);

async function newKey(owner: Browser, body: object = SHOP): Promise<KeyWithSecret> {
  const created = await owner.call('POST', '/keys', body);
  expect(created.status).toBe(201);
  return created.body as KeyWithSecret;
}

async function listed(owner: Browser, query = ''): Promise<{ data: Key[]; pagination: { total: number } }> {
  return (await owner.call('GET', `/keys${query}`)).body as { data: Key[]; pagination: { total: number } };
}

/** The status with which a key is answered, on a path that is not there: 404 once it is accepted. */
async function statusOf(key: string, gateway = system.gateway): Promise<number> {
  return (await gateway.request('/v1/nothing', { key })).status;
}

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

describe('a key that an owner creates', () => {
  it('works at once, may do what its kind says, and is shown only once', async () => {
    const { browser: owner } = await users.newOwner();
    const { key, ...described } = await newKey(owner, { name: 'Reader', kind: 'read' });
    expect(described).toEqual({
      id: expect.any(String),
      name: 'Reader',
      kind: 'read',
      starts_with: key.slice(0, 8),
      created_at: expect.any(String),
      expires_at: null,
      revoked_at: null,
      last_used_at: null,
      daily_credits: null,
      total_credits: null,
      asks_before_spending: true,
    });
    expect(await statusOf(key)).toBe(404);
    expect((await system.gateway.post('/v1/videos', key, {})).status).toBe(403);
    const list = await listed(owner);
    expect(list.data).toMatchObject([{ id: described.id, name: 'Reader' }]);
    expect(JSON.stringify(list)).not.toContain(key.slice(8));
    const [row] = await system.em
      .fork()
      .execute<object[]>('SELECT to_jsonb(k) AS stored FROM api_keys k WHERE id = ?', [described.id]);
    expect(JSON.stringify(row)).not.toContain(key.slice(8));
  });

  it('is listed with the minute of its last use', async () => {
    const { browser: owner } = await users.newOwner();
    const { key } = await newKey(owner);
    await statusOf(key);
    await eventually(async () => {
      const [{ last_used_at: at }] = (await listed(owner)).data as [Key];
      expect(new Date(at!).getTime() % 60_000).toBe(0);
      expect(Date.now() - new Date(at!).getTime()).toBeLessThan(120_000);
    });
  });

  it('expires at the time that the owner chose, in any offset from UTC, and cannot have expired before', async () => {
    const { browser: owner } = await users.newOwner();
    const { id, key, expires_at } = await newKey(owner, { ...SHOP, expires_at: '2999-01-01T02:00:00+02:00' });
    expect(expires_at).toBe('2999-01-01T00:00:00.000Z');
    expect(await statusOf(key)).toBe(404);
    await system.em.fork().execute('UPDATE api_keys SET expires_at = now() WHERE id = ?', [id]);
    await eventually(async () => expect(await statusOf(key)).toBe(401));
    const past = await owner.call('POST', '/keys', { ...SHOP, expires_at: new Date().toISOString() });
    expect(past).toMatchObject({ status: 422, body: { error: { details: [{ field: 'expires_at' }] } } });
  });

  it('is renamed, and nothing else of it changes', async () => {
    const { browser: owner } = await users.newOwner();
    const { id } = await newKey(owner, { ...SHOP, expires_at: inAnHour() });
    const [created] = (await listed(owner)).data as [Key];
    const renamed = Object.assign(created, { name: 'Test shop' });
    expect(await owner.call('PATCH', `/keys/${id}`, { name: 'Test shop' })).toMatchObject({ body: renamed });
    expect((await listed(owner)).data).toEqual([renamed]);
    for (const body of [{ name: '' }, { name: 'x'.repeat(201) }, { name: 'x', kind: 'read' }, { daily_credits: -1 }]) {
      expect((await owner.call('PATCH', `/keys/${id}`, body)).status).toBe(422);
    }
  });

  it('has limits of what it may spend: it reads them itself, and each changes alone', async () => {
    const { browser: owner } = await users.newOwner();
    const { id, key } = await newKey(owner, { ...SHOP, daily_credits: 20 });
    expect(await owner.call('PATCH', `/keys/${id}`, { total_credits: 300, asks_before_spending: false })).toMatchObject(
      {
        body: { name: SHOP.name, daily_credits: 20, total_credits: 300, asks_before_spending: false },
      },
    );
    await owner.call('PATCH', `/keys/${id}`, { daily_credits: null });
    const own: unknown = await (
      await fetch(`${system.gateway.url}/v1/keys/own`, { headers: { authorization: `Bearer ${key}` } })
    ).json();
    expect(own).toMatchObject({ id, daily_credits: null, total_credits: 300 });
    expect((await owner.call('GET', '/keys/own')).status).toBe(404);
  });
});

describe('a revoked key', () => {
  it('stops on every gateway, stays in the list, and revoking it again changes nothing', async () => {
    const gateways = [system.gateway, await system.startGateway()];
    const { browser: owner } = await users.newOwner();
    const { id, key } = await newKey(owner);
    for (const gateway of gateways) expect(await statusOf(key, gateway)).toBe(404);
    const revoked = await owner.call('POST', `/keys/${id}/revoke`);
    expect(revoked).toMatchObject({ status: 200, body: { id, revoked_at: expect.any(String) } });
    await eventually(async () => {
      for (const gateway of gateways) expect(await statusOf(key, gateway)).toBe(401);
    });
    const again = await owner.call('POST', `/keys/${id}/revoke`);
    const { last_used_at } = again.body as { last_used_at: unknown }; // stored a moment later
    expect(again.body).toEqual({ ...(revoked.body as object), last_used_at });
    expect((await listed(owner)).data.map((each) => each.id)).toEqual([id]);
  });

  it('stops while its organization has used up its minute, which gateways remember', async () => {
    const { browser: owner, orgId } = await users.newOwner();
    await system.em.fork().execute('UPDATE organizations SET rate_limit = 1 WHERE id = ?', [orgId]);
    const { id, key } = await newKey(owner);
    await eventually(async () => expect(await statusOf(key)).toBe(429));
    await owner.call('POST', `/keys/${id}/revoke`);
    await eventually(async () => expect(await statusOf(key)).toBe(401), { timeoutMs: 5_000 });
  });
});

describe('the keys of an organization', () => {
  it('are listed newest first, page by page, with those that the operator has created', async () => {
    const { browser: owner, orgId } = await users.newOwner();
    await createKey(system.em.fork(), { orgId, kind: 'read' });
    for (const [seconds, name] of ['one', 'two'].entries()) {
      const { id } = await newKey(owner, { ...SHOP, name });
      const later = `UPDATE api_keys SET created_at = now() + make_interval(secs => ?) WHERE id = ?`;
      await system.em.fork().execute(later, [seconds + 1, id]);
    }
    const names = async (query: string) => (await listed(owner, query)).data.map(({ name }) => name);
    expect(await names('')).toEqual(['two', 'one', null]);
    expect(await names('?limit=1&offset=1')).toEqual(['one']);
    expect((await listed(owner, '?limit=1')).pagination.total).toBe(3);
  });

  it('are at most 100 that work; of those that have ended the latest 400 stay', async () => {
    const { browser: owner, orgId } = await users.newOwner();
    await system.em.fork().execute(
      `INSERT INTO api_keys (id, organization_id, hash, display, kind, name, revoked_at)
       SELECT gen_random_uuid(), ?, sha256((? || n)::bytea), 'fw_00000', 'read', 'key ' || n,
              CASE WHEN n > 99 THEN now() - make_interval(days => n) END FROM generate_series(1, 510) AS n`,
      [orgId, orgId],
    );
    const hundredth = await newKey(owner);
    expect((await listed(owner)).pagination.total).toBe(500);
    const refused = await owner.call('POST', '/keys', SHOP);
    expect(refused).toMatchObject({ status: 422, body: { error: { details: [{ field: 'name' }] } } });
    await owner.call('POST', `/keys/${hundredth.id}/revoke`);
    await newKey(owner);
    expect((await listed(owner)).pagination.total).toBe(500);
    const kept = await system.em
      .fork()
      .execute<[{ name: string }]>(`SELECT name FROM api_keys WHERE organization_id = ? ORDER BY revoked_at LIMIT 1`, [
        orgId,
      ]);
    expect(kept).toEqual([{ name: 'key 498' }]);
  });

  it('are not found by another organization', async () => {
    const [{ browser: stranger }, { browser: owner }] = [await users.newOwner(), await users.newOwner()];
    const { id, key } = await newKey(owner);
    for (const each of [id, UNKNOWN_ID]) {
      expect((await stranger.call('PATCH', `/keys/${each}`, { name: 'Mine' })).status).toBe(404);
      expect((await stranger.call('POST', `/keys/${each}/revoke`)).status).toBe(404);
    }
    expect((await listed(stranger)).data).toEqual([]);
    expect((await listed(owner)).data).toMatchObject([{ name: 'Web shop', revoked_at: null }]);
    expect(await statusOf(key)).toBe(404);
  });
});
