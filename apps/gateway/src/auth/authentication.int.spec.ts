import { describe, expect, it, jest } from '@jest/globals';
import { StatementPool } from '#libs/database';
import { eventually } from '#libs/testing';
import { revokeKey } from '../operator/organizations.js';
import { untilEarlyInTheMinute, useGatewaySystem } from '../testing/running-gateway.js';

const system = useGatewaySystem();

describe('authentication', () => {
  it.each([
    ['no header', undefined, 'The Authorization header is missing'],
    ['another scheme', 'Basic Zm9vOmJhcg==', 'The Authorization header must read "Bearer <API key>"'],
    ['no token', 'Bearer ', 'The Authorization header must read "Bearer <API key>"'],
    ['a wrong checksum', `Bearer fw_${'a'.repeat(38)}`, 'The API key is malformed'],
  ])('refuses %s', async (_name, authorization, details) => {
    const answer = await system.gateway.request('/v1/videos', {
      headers: authorization === undefined ? {} : { authorization },
    });
    expect(answer).toMatchObject({ status: 401, error: { code: 'AUTHENTICATION_REQUIRED', details } });
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    expect(answer.headers.get('x-request-id')).toBeTruthy();
  });

  it('says whether a key is unknown, expired or revoked', async () => {
    const [unknown, expired, revoked] = [
      await system.newKey(),
      await system.newKey({ kind: 'read', expiresAt: new Date(0) }),
      await system.newKey(),
    ];
    await system.em.execute('DELETE FROM api_keys WHERE id = ?', [unknown.id]);
    expect((await system.gateway.request('/v1/videos', revoked)).status).not.toBe(401);
    await revokeKey(system.em.fork(), revoked.id);
    const details = [];
    for (const { key } of [unknown, expired, revoked])
      details.push((await system.gateway.request('/v1/videos', { key })).error.details);
    expect(details).toEqual(['The API key is unknown', 'The API key is expired', 'The API key is revoked']);
  });

  it('comes before everything else', async () => {
    for (const path of ['/v1/nothing', '/v1', '/v1/videos/%E0%A4%A', '/v1/VIDEOS']) {
      expect((await system.gateway.request(path, { method: 'POST', body: '{' })).status).toBe(401);
    }
  });

  it('takes the scheme in any case and notes the use to the minute', async () => {
    const { id, key } = await system.newKey();
    expect((await system.gateway.request('/v1/nothing', { headers: { authorization: `bearer ${key}` } })).status).toBe(
      404,
    );
    await eventually(async () => {
      const [row] = await system.em.execute<{ last_used_at: Date | null }[]>(
        'SELECT last_used_at FROM api_keys WHERE id = ?',
        [id],
      );
      expect(row!.last_used_at).not.toBeNull();
      expect(new Date(row!.last_used_at!).getTime() % 60_000).toBe(0);
    });
  });

  it('refuses two Authorization headers, even with good keys', async () => {
    const { key } = await system.newKey();
    const received = await system.gateway.sendRaw(
      `GET /v1/videos HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\nAuthorization: Bearer ${key}\r\nConnection: close\r\n\r\n`,
    );
    expect(received).toMatch(/^HTTP\/1\.1 401 [\s\S]*There is more than one Authorization header/);
  });

  it('refuses a wrong checksum without a lookup', async () => {
    const run = jest.spyOn(system.gateway.service.app.get(StatementPool), 'run');
    const { key } = await system.newKey();
    const mistyped = key.slice(0, -1) + (key.endsWith('A') ? 'B' : 'A');
    expect((await system.gateway.request('/v1/videos', { key: mistyped })).error.details).toBe(
      'The API key is malformed',
    );
    expect(run.mock.calls.filter(([statement]) => statement.name === 'admit')).toEqual([]);
    run.mockRestore();
  });

  it('ends a revoked key on every gateway at once, even while its organization has nothing left', async () => {
    const gateways = [system.gateway, await system.startGateway()];
    const { orgId, id, key } = await system.newKey({ rateLimit: 1 });
    await untilEarlyInTheMinute();
    for (const gateway of gateways) await gateway.request('/v1/nothing', { key });
    for (const gateway of gateways) expect((await gateway.request('/v1/nothing', { key })).status).toBe(429);
    await revokeKey(system.em.fork(), id);
    await system.announce(orgId);
    for (const gateway of gateways) {
      await eventually(async () => expect((await gateway.request('/v1/nothing', { key })).status).toBe(401), {
        timeoutMs: 5_000,
      });
    }
  });
});
