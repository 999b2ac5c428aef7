import { describe, expect, it } from '@jest/globals';
import { type Browser, eventually } from '#libs/testing';
import { ConsoleUsers } from '../testing/console-users.js';
import { UNKNOWN_ID, useGatewaySystem } from '../testing/running-gateway.js';
import type { LoggedRequest } from './request-requests.js';
import { RequestRetention } from './request-retention.js';

const SIZE = 5;
const system = useGatewaySystem({
  TRUSTED_PROXIES: '127.0.0.1',
  REQUEST_LOG_SIZE: String(SIZE),
  REQUEST_LOG_DAYS: '7',
});
const users = new ConsoleUsers(system);

/** A key, and a member of its organization, whose reading leaves no entry. */
async function newCaller(options: { rateLimit?: number } = {}) {
  const { key, id, orgId } = await system.newKey(options);
  const reader = users.newBrowser();
  await reader.signInByLink(await users.linkFor(orgId));
  return { key, keyId: id, orgId, reader };
}

function send(key: string, path: string, requestId = 'some'): Promise<Response> {
  return fetch(`${system.gateway.url}/v1${path}`, {
    headers: { authorization: `Bearer ${key}`, 'x-request-id': requestId },
  });
}

async function listed(reader: Browser, query = ''): Promise<LoggedRequest[]> {
  return ((await reader.call('GET', `/requests${query}`)).body as { data: LoggedRequest[] }).data;
}

/** The entries of an id, once there are some. */
function logOf(reader: Browser, requestId: string): Promise<LoggedRequest[]> {
  return eventually(async () => {
    const found = await listed(reader, `?request_id=${requestId}`);
    expect(found).not.toEqual([]);
    return found;
  });
}

describe('the log of requests', () => {
  it('finds a request by its id, with its path, outcome and key, and nothing of its query', async () => {
    const { key, keyId, reader } = await newCaller();
    await send(key, `/keys/own?secret=s3cr3t`, 'find-me');
    const [found] = await logOf(reader, 'find-me');
    expect(found).toEqual({
      request_id: 'find-me',
      method: 'GET',
      route: '/keys/own',
      path: '/keys/own',
      status: 422,
      error_code: 'VALIDATION_ERROR',
      duration_ms: expect.any(Number),
      caller: { type: 'key', id: keyId, name: key.slice(0, 8) },
      created_at: expect.any(String),
    });
    expect(await listed(reader, `?status=4xx&caller_id=${keyId}`)).toEqual([found]);
    expect(await listed(reader, '?status=404')).toEqual([]);
    expect(await listed(reader, `?caller_id=${UNKNOWN_ID}`)).toEqual([]);
    expect((await reader.call('GET', '/requests?status=6xx')).status).toBe(422);
  });

  it('has the path of no operation only where it cannot be a secret', async () => {
    const { key, reader } = await newCaller();
    await send(key, `/${key}`, 'secret');
    await send(key, `/nothing/${UNKNOWN_ID}`, 'plain');
    expect(await logOf(reader, 'plain')).toMatchObject([{ status: 404, route: null, path: `/nothing/${UNKNOWN_ID}` }]);
    expect(await logOf(reader, 'secret')).toMatchObject([{ status: 404, route: null, path: null }]);
  });

  it('has those of a member that failed', async () => {
    const { reader } = await newCaller();
    expect((await reader.call('GET', '/members')).status).toBe(200);
    expect((await reader.call('GET', '/keys/own')).status).toBe(404);
    await eventually(async () => {
      expect(await listed(reader)).toMatchObject([{ route: '/keys/own', status: 404, caller: { type: 'user' } }]);
    });
  });

  it('has the latest of one organization, as many as it has slots, and nothing of another', async () => {
    const { key, reader } = await newCaller();
    const { reader: stranger } = await newCaller();
    for (const round of [1, 2, 3]) {
      for (const number of [1, 2, 3]) await send(key, '/keys/own', `r-${round}-${number}`);
      await logOf(reader, `r-${round}-3`);
    }
    const { body } = await reader.call('GET', '/requests');
    const { data, pagination } = body as { data: LoggedRequest[]; pagination: { total: number } };
    expect(pagination.total).toBe(SIZE);
    expect(data.map(({ request_id }) => request_id)).toEqual(['r-3-3', 'r-3-2', 'r-3-1', 'r-2-3', 'r-2-2']);
    expect(await listed(stranger)).toEqual([]);
  });

  it('has few of the requests that the rate limit refuses at once', async () => {
    const { key, reader } = await newCaller({ rateLimit: 1 });
    await Promise.all(Array.from({ length: 20 }, () => send(key, '/keys/own')));
    await eventually(async () => expect(await listed(reader, '?status=429')).not.toEqual([]));
    expect((await listed(reader, '?status=429')).length).toBeLessThan(SIZE);
  });

  it('is deleted by age', async () => {
    const { key, orgId, reader } = await newCaller();
    await send(key, '/keys/own', 'old');
    await logOf(reader, 'old');
    const age = `UPDATE requests SET created_at = now() - interval '8 days' WHERE organization_id = ?`;
    await system.em.fork().execute(age, [orgId]);
    await system.gateway.service.app.get(RequestRetention).sweep();
    expect(await listed(reader)).toEqual([]);
  });
});
