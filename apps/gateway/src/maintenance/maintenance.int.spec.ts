import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '#libs/testing';
import { type RunningGateway, useGatewaySystem } from '../testing/running-gateway.js';
import { readMaintenance, switchMaintenanceOff, switchMaintenanceOn } from './maintenance-switch.js';

const system = useGatewaySystem();
let gateways: RunningGateway[];

beforeAll(async () => {
  gateways = [system.gateway, await system.startGateway()];
});

/** The promise: every gateway follows within 2 s. */
const WITHIN = { timeoutMs: 2_000, everyMs: 100 };

describe('maintenance', () => {
  it('closes the whole API on every gateway within 2 s, and opens it again', async () => {
    const { key } = await system.newKey();
    await switchMaintenanceOn(system.em.fork(), { scope: 'api', retryAfterS: 300 });
    for (const gateway of gateways) {
      await eventually(async () => {
        expect((await gateway.request('/v1/nothing', { key })).status).toBe(503);
      }, WITHIN);
    }
    await switchMaintenanceOff(system.em.fork());
    for (const gateway of gateways) {
      await eventually(async () => {
        expect((await gateway.request('/v1/nothing', { key })).status).toBe(404);
      }, WITHIN);
    }
  });

  it('comes before authentication, says when to come back, and leaves probes and files alone', async () => {
    await switchMaintenanceOn(system.em.fork(), { scope: 'api', retryAfterS: 120 });
    await eventually(async () => {
      expect((await system.gateway.request('/v1/videos')).status).toBe(503);
    }, WITHIN);
    const { error, headers } = await system.gateway.request('/v1/videos');
    expect(error).toMatchObject({ code: 'MAINTENANCE_MODE', retry_after: 120 });
    expect([headers.get('retry-after'), headers.get('www-authenticate')]).toEqual(['120', null]);
    expect((await fetch(`${system.gateway.url}/healthz`)).status).toBe(200);
    expect((await fetch(`${system.gateway.url}/readyz`)).status).toBe(200);
    expect((await system.gateway.request('/assets/videos/x/y')).status).toBe(404);
    await switchMaintenanceOff(system.em.fork());
  });

  it('is a switch that holds over restarts and can be turned twice', async () => {
    await switchMaintenanceOn(system.em.fork(), { scope: 'api', retryAfterS: 60 });
    const first = await readMaintenance(system.em.fork());
    expect(await switchMaintenanceOn(system.em.fork(), { scope: 'api', retryAfterS: 90 })).toEqual({
      ...first,
      retry_after: 90,
    });
    const late = await system.startGateway();
    expect((await late.request('/v1/videos')).error).toMatchObject({ code: 'MAINTENANCE_MODE', retry_after: 90 });
    expect(await switchMaintenanceOff(system.em.fork())).toMatchObject({ on: false, retry_after: null, since: null });
    expect(await switchMaintenanceOff(system.em.fork())).toMatchObject({ on: false });
  });
  it('is waited for by a gateway that starts while the database is away', async () => {
    await switchMaintenanceOn(system.em.fork(), { scope: 'api', retryAfterS: 60 });
    process.env['MIGRATE_ON_START'] = 'false'; // as in a cluster, where a job does it
    system.database.cut();
    const starting = system.startGateway();
    expect(await Promise.race([starting, delay(3_000, 'waits')])).toBe('waits');
    system.database.heal();
    expect((await (await starting).request('/v1/videos')).error).toMatchObject({ code: 'MAINTENANCE_MODE' });
    await switchMaintenanceOff(system.em.fork());
  }, 30_000);
});
