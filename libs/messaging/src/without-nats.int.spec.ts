import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { freePort } from '#libs/embedded';
import { type Service } from '#libs/runtime';
import { eventually, startNats, type TestNats } from '#libs/testing';
import { MessagingModule } from './messaging.module.js';
import { startWithHandlers } from './start-with-handlers.js';

describe('a service while NATS is away', () => {
  let nats: TestNats;
  let probes: string;

  beforeEach(async () => {
    nats = await startNats();
    const port = await freePort();
    probes = `http://127.0.0.1:${port}`;
    Object.assign(process.env, { NATS_URL: nats.url, LOG_LEVEL: 'error', HEALTH_PORT: String(port) });
  });

  afterEach(async () => {
    delete process.env['HEALTH_PORT'];
    await nats.stop();
  });

  async function start(): Promise<Service> {
    return startWithHandlers('probe', MessagingModule.forStandIn('probe'));
  }

  it('is alive and not ready from its first second on, and ready once NATS is there', async () => {
    await nats.kill9();
    const starting = start();
    await eventually(async () => expect((await fetch(`${probes}/healthz`)).status).toBe(200), { timeoutMs: 10_000 });
    const ready = await fetch(`${probes}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([503, { ok: false, checks: { start: 'starting' } }]);
    await nats.restart();
    const service = await starting;
    await eventually(async () => expect((await fetch(`${probes}/readyz`)).status).toBe(200), { timeoutMs: 10_000 });
    await service.app.close();
  });

  it('ends when it is asked to', async () => {
    const service = await start();
    await nats.kill9();
    await eventually(async () => expect((await fetch(`${probes}/readyz`)).status).toBe(503), { timeoutMs: 10_000 });
    await service.app.close();
    await expect(fetch(`${probes}/healthz`)).rejects.toThrow();
  }, 20_000);
});
