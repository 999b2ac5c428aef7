import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { StatementPool } from '#libs/database';
import { formatApiKey } from '#libs/signing';
import { eventually } from '#libs/testing';
import { createKey, limitOrganization } from '../operator/organizations.js';
import {
  type ErrorResponse,
  type RunningGateway,
  untilEarlyInTheMinute,
  useGatewaySystem,
} from '../testing/running-gateway.js';

const system = useGatewaySystem({ TRUSTED_PROXIES: '127.0.0.1' });
let second: RunningGateway;

beforeAll(async () => {
  second = await system.startGateway();
});

/** Counts a gateway's statements on the way in while `work` runs. */
async function statementsDuring(gateway: RunningGateway, work: () => Promise<unknown>): Promise<number> {
  const run = jest.spyOn(gateway.service.app.get(StatementPool), 'run');
  try {
    await work();
    return run.mock.calls.filter(([statement]) => statement.name === 'admit').length;
  } finally {
    run.mockRestore();
  }
}

const many = <T>(count: number, make: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));
const statuses = (answers: readonly ErrorResponse[]) => answers.map(({ status }) => status);

describe('the rate limit', () => {
  it('counts all keys of an organization together and reports the window to every caller', async () => {
    const { orgId, key } = await system.newKey({ rateLimit: 3 });
    const { key: other } = await createKey(system.em, { orgId, kind: 'read' });
    await untilEarlyInTheMinute();
    const answers = [];
    for (const used of [key, other, key, other])
      answers.push(await system.gateway.request('/v1/nothing', { key: used }));
    expect(statuses(answers)).toEqual([404, 404, 404, 429]);
    expect(answers.map(({ headers }) => headers.get('x-ratelimit-remaining'))).toEqual(['2', '1', '0', '0']);
    expect(answers.map(({ headers }) => headers.get('x-ratelimit-limit'))).toEqual(['3', '3', '3', '3']);
  });

  it('says the same in headers and body, and ends with the clock minute', async () => {
    const { key } = await system.newKey({ rateLimit: 1 });
    await untilEarlyInTheMinute();
    await system.gateway.request('/v1/nothing', { key });
    const askedS = Date.now() / 1_000;
    const { error, headers } = await system.gateway.request('/v1/nothing', { key });
    const reset = Number(headers.get('x-ratelimit-reset'));
    expect(reset).toBe(Math.floor(askedS / 60) * 60 + 60);
    expect(error).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', limit: 1, remaining: 0, reset });
    expect(String(error['retry_after'])).toBe(headers.get('retry-after'));
    expect(Math.abs(Number(error['retry_after']) - (reset - askedS))).toBeLessThanOrEqual(1.5);
  });

  it('is exact for requests at once over two gateways', async () => {
    const { key } = await system.newKey({ rateLimit: 50 });
    await untilEarlyInTheMinute();
    const answers = await many(200, (index) => (index % 2 ? second : system.gateway).request('/v1/nothing', { key }));
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(50);
    const left = answers
      .filter(({ status }) => status === 404)
      .map(({ headers }) => headers.get('x-ratelimit-remaining'));
    expect(new Set(left).size).toBe(50); // every admitted request had a place of its own
  });

  it('costs at most one statement a request, and none once nothing is left', async () => {
    const { key } = await system.newKey({ rateLimit: 20 });
    await untilEarlyInTheMinute();
    const ask = () => system.gateway.request('/v1/nothing', { key });
    expect(await statementsDuring(system.gateway, () => many(10, ask))).toBeLessThanOrEqual(10);
    await many(10, ask);
    expect(
      await statementsDuring(system.gateway, async () => {
        expect(new Set(statuses(await many(30, ask)))).toEqual(new Set([429]));
      }),
    ).toBe(0);
  });

  it('can be an organization its own, from the next request on', async () => {
    const { orgId, key } = await system.newKey({ rateLimit: 1 });
    await untilEarlyInTheMinute();
    await system.gateway.request('/v1/nothing', { key });
    expect((await system.gateway.request('/v1/nothing', { key })).status).toBe(429);
    await limitOrganization(system.em.fork(), orgId, 5);
    // The operator's command notifies the gateways; the test publishes the same message.
    await system.announce(orgId);
    await eventually(async () => {
      const { status, headers } = await system.gateway.request('/v1/nothing', { key });
      expect([status, headers.get('x-ratelimit-limit')]).toEqual([404, '5']);
    });
  });

  it('counts refused keys for no organization', async () => {
    const { orgId, key } = await system.newKey({ rateLimit: 2 });
    const { key: expired } = await createKey(system.em, { orgId, kind: 'read', expiresAt: new Date(0) });
    await untilEarlyInTheMinute();
    expect(statuses(await many(5, () => system.gateway.request('/v1/nothing', { key: expired })))).toEqual([
      401, 401, 401, 401, 401,
    ]);
    expect((await system.gateway.request('/v1/nothing', { key })).headers.get('x-ratelimit-remaining')).toBe('1');
  });
});

describe('while the store does not answer', () => {
  it('known keys stay accepted and counted, unknown keys get 500 with Retry-After, and it ends with the outage', async () => {
    const [known, unknown] = [await system.newKey({ rateLimit: 10 }), await system.newKey()];
    await untilEarlyInTheMinute(15);
    for (let i = 0; i < 4; i += 1) await system.gateway.request('/v1/nothing', { key: known.key });
    const answers = await system.em.fork().transactional(async (outage) => {
      await outage.execute('LOCK TABLE rate_windows IN ACCESS EXCLUSIVE MODE');
      const alone = await many(8, () => system.gateway.request('/v1/nothing', { key: known.key }));
      return { alone, stranger: await system.gateway.request('/v1/nothing', { key: unknown.key }) };
    });
    expect(answers.alone.filter(({ status }) => status === 404)).toHaveLength(6);
    expect(answers.stranger).toMatchObject({ status: 500, error: { code: 'INTERNAL_SERVER_ERROR' } });
    expect(Number(answers.stranger.headers.get('retry-after'))).toBeGreaterThan(0);
    await eventually(async () => {
      expect((await system.gateway.request('/v1/nothing', { key: unknown.key })).status).toBe(404);
    });
  });
});

describe('bad keys', () => {
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const ask = (address: string, key?: string) => system.gateway.request('/v1/nothing', { key, headers: from(address) });
  const guess = (address: string) => ask(address, 'fw_guess');
  /** A key of the right form that no organization has. */
  const strange = (address: string) => ask(address, formatApiKey(randomBytes(32)));

  it('are limited to 60 a minute for one client address, with all four fields', async () => {
    await untilEarlyInTheMinute();
    for (const [address, bad] of [['192.0.2.1', guess] as const, ['192.0.2.11', strange] as const]) {
      expect(new Set(statuses(await many(60, () => bad(address))))).toEqual(new Set([401]));
      const { status, error, headers } = await bad(address);
      expect(status).toBe(429);
      expect(error).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', limit: 60, remaining: 0 });
      expect([headers.get('retry-after'), headers.get('x-ratelimit-reset')]).toEqual([
        String(error['retry_after']),
        String(error['reset']),
      ]);
    }
    expect((await guess('192.0.2.2')).status).toBe(401);
  });

  it.each([
    ['without a key', '192.0.2.3', (address: string) => ask(address)],
    ['with a malformed key', '192.0.2.4', guess],
    ['with a wrong checksum', '192.0.2.5', (address: string) => ask(address, `fw_${'a'.repeat(38)}`)],
  ])('never stand in the way of a key of the right form: requests %s', async (_name, address, bad) => {
    const { key } = await system.newKey();
    await untilEarlyInTheMinute();
    expect(statuses(await many(61, () => bad(address)))).toContain(429);
    expect(statuses(await many(60, () => strange(address)))).not.toContain(429);
    expect((await ask(address, key)).status).toBe(404);
  });

  it('of the right form do not lock out a key that this gateway has never seen', async () => {
    const { key } = await system.newKey();
    await untilEarlyInTheMinute(15);
    await many(61, () => strange('192.0.2.6'));
    let isServed = false;
    const flood = many(20, async () => {
      while (!isServed) await strange('192.0.2.6');
    });
    const { status } = await ask('192.0.2.6', key);
    isServed = true;
    await flood;
    expect(status).toBe(404);
  });

  it('cost at most ten lookups a second beyond that, and are answered 429', async () => {
    await untilEarlyInTheMinute(15);
    await many(61, () => strange('192.0.2.7'));
    const startedMs = performance.now();
    const lookUps = await statementsDuring(system.gateway, () =>
      many(20, async () => {
        for (let i = 0; i < 10; i += 1) expect((await strange('192.0.2.7')).status).toBe(429);
      }),
    );
    expect(lookUps).toBeLessThanOrEqual(1 + (performance.now() - startedMs) / 100);
  });

  it('cost no lookup where they are malformed', async () => {
    await untilEarlyInTheMinute();
    expect(await statementsDuring(system.gateway, () => many(70, () => guess('192.0.2.8')))).toBe(0);
  });

  it('do not shut out a key that is known to be good', async () => {
    const { key } = await system.newKey();
    await untilEarlyInTheMinute();
    await system.gateway.request('/v1/nothing', { key });
    await many(61, () => strange('192.0.2.9'));
    expect((await ask('192.0.2.9', key)).status).toBe(404);
  });

  it('of one IPv6 customer count together', async () => {
    await untilEarlyInTheMinute();
    await many(61, (index) => guess(`2001:db8:1:1::${index.toString(16)}`));
    expect([(await guess('2001:db8:1:1::ffff')).status, (await guess('2001:db8:1:2::1')).status]).toEqual([429, 401]);
  });

  it('count for the last address that no trusted proxy has, whatever the client wrote before it', async () => {
    await untilEarlyInTheMinute();
    await many(61, (index) => guess(`198.51.100.${index}, 192.0.2.10, 127.0.0.1`));
    expect([(await guess('192.0.2.10')).status, (await guess('198.51.100.1, 192.0.2.12')).status]).toEqual([429, 401]);
  });
});
