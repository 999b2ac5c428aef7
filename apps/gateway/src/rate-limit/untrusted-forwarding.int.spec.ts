import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type GatewaySystem, startGatewaySystem, untilEarlyInTheMinute } from '../testing/running-gateway.js';

let system: GatewaySystem;

beforeAll(async () => {
  system = await startGatewaySystem();
});

afterAll(() => system.stop());

it('X-Forwarded-For does not change the client address if no proxy is trusted', async () => {
  await untilEarlyInTheMinute();
  const guesses = Array.from({ length: 70 }, (_, index) =>
    system.gateway.request('/v1/nothing', { key: 'fw_guess', headers: { 'x-forwarded-for': `192.0.2.${index}` } }),
  );
  const statuses = (await Promise.all(guesses)).map(({ status }) => status);
  expect([
    statuses.filter((status) => status === 401).length,
    statuses.filter((status) => status === 429).length,
  ]).toEqual([60, 10]);
});
