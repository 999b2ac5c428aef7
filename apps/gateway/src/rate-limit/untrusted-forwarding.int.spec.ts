import { expect, it } from '@jest/globals';
import { untilEarlyInTheMinute, useGatewaySystem } from '../testing/running-gateway.js';

const system = useGatewaySystem();

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
