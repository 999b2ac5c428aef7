import { expect, it } from '@jest/globals';
import { useGatewaySystem } from '../testing/running-gateway.js';

const system = useGatewaySystem({ CORS_ORIGINS: 'https://app.example.com' });

const preflight = (origin: string) =>
  fetch(`${system.gateway.url}/v1/videos`, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
  });

it('pages of a configured origin may call the API with their own key, others may not', async () => {
  const allowed = await preflight('https://app.example.com');
  expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([
    204,
    'https://app.example.com',
  ]);
  expect(allowed.headers.get('access-control-allow-credentials')).toBeNull();
  expect((await preflight('https://evil.example')).headers.get('access-control-allow-origin')).not.toBe(
    'https://evil.example',
  );
});
