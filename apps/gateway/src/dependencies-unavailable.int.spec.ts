import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { eventually } from '#libs/testing';
import { untilEarlyInTheMinute, useGatewaySystem } from './testing/running-gateway.js';

const system = useGatewaySystem();

afterEach(() => system.database.heal());
const ask = (key?: string, path = '/v1/nothing') => system.gateway.request(path, { key });
const many = <T>(count: number, make: () => Promise<T>) => Promise.all(Array.from({ length: count }, make));

// First, because connections to PostgreSQL that have been silenced stay silent until the pool gives them up.
describe('while NATS is away', () => {
  afterAll(() => system.nats.restart());

  it('every question says when to ask again', async () => {
    const { key } = await system.newKey();
    await system.nats.kill9();
    const paths = ['/v1/videos', '/v1/credits', '/v1/webhooks', '/v1/templates'];
    for (const { status, headers, error } of await Promise.all(paths.map((path) => ask(key, path)))) {
      expect([status, error.code]).toEqual([500, 'INTERNAL_SERVER_ERROR']);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect(error['retry_after']).toBeUndefined(); // of 429 and 503 only
    }
  }, 60_000);
});

describe.each(['is gone', 'does not answer'])('while PostgreSQL %s', (fault) => {
  const takeAway = () => (fault === 'is gone' ? system.database.cut() : system.database.silence());

  it('the rate limit neither opens nor locks out who is known', async () => {
    const [{ key }, stranger] = [await system.newKey({ rateLimit: 10 }), await system.newKey()];
    await untilEarlyInTheMinute(30);
    expect((await ask(key)).headers.get('x-ratelimit-remaining')).toBe('9');
    takeAway();
    const statuses = (await many(30, () => ask(key))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 404)).toHaveLength(9);
    expect(statuses.filter((status) => status === 429)).toHaveLength(21);
    const unknown = await ask(stranger.key);
    expect(unknown).toMatchObject({ status: 500, error: { code: 'INTERNAL_SERVER_ERROR' } });
    expect(Number(unknown.headers.get('retry-after'))).toBeGreaterThan(0);
    system.database.heal();
    await eventually(async () => expect((await ask(stranger.key)).status).toBe(404));
  }, 120_000);

  it('keys that cost no lookup are refused and counted as always', async () => {
    await untilEarlyInTheMinute();
    takeAway();
    const statuses = (await many(65, () => ask('fw_guess'))).map(({ status }) => status);
    expect(statuses).toContain(429);
    expect(statuses.filter((status) => status !== 429 && status !== 401)).toEqual([]);
  });
});
