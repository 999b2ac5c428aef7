import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, type SilentProxy, startSilentProxy } from '#libs/testing';
import { type GatewaySystem, type RunningGateway, startGatewaySystem } from '../testing/running-gateway.js';

/** The gateway's PostgreSQL loses its network, without any notice. */
describe('while PostgreSQL is away', () => {
  let system: GatewaySystem;
  let proxy: SilentProxy;
  let gateway: RunningGateway;

  beforeAll(async () => {
    system = await startGatewaySystem();
    const databaseUrl = process.env['DATABASE_URL']!;
    proxy = await startSilentProxy(databaseUrl);
    process.env['DATABASE_URL'] = proxy.through(databaseUrl);
    gateway = await system.startGateway();
  });

  afterAll(async () => {
    await gateway.close();
    await proxy.stop();
    await system.stop();
  });

  const readiness = async () => {
    const answer = await fetch(`${gateway.url}/readyz`);
    const { checks } = (await answer.json()) as { checks: Record<string, string> };
    return { status: answer.status, database: checks['database'] };
  };

  it('a gateway stays in its Service, serves the keys it knows and asks others to come back', async () => {
    const [known, unknown] = [await system.newKey(), await system.newKey()];
    expect((await gateway.request('/v1/nothing', known)).status).toBe(404);
    expect(await readiness()).toEqual({ status: 200, database: 'ok' });
    proxy.silence();
    await eventually(async () => (await readiness()).database !== 'ok');
    expect((await readiness()).status).toBe(200);
    const signal = AbortSignal.timeout(10_000);
    const answers = await Promise.all(
      [known, known, unknown].map((key) => gateway.request('/v1/nothing', { ...key, signal })),
    );
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 500]);
    expect(answers[2]!.error.code).toBe('INTERNAL_SERVER_ERROR');
    expect(Number(answers[2]!.headers.get('retry-after'))).toBeGreaterThan(0);
    proxy.heal();
    await eventually(async () => expect((await gateway.request('/v1/nothing', unknown)).status).toBe(404));
    await eventually(async () => expect(await readiness()).toEqual({ status: 200, database: 'ok' }));
  }, 90_000);
});
