import { describe, expect, it } from '@jest/globals';
import { loadConfig } from '#libs/runtime';
import { GatewayConfig } from './gateway.config.js';

const load = (TRUSTED_PROXIES: string) =>
  loadConfig(GatewayConfig, { PUBLIC_BASE_URL: 'https://api.example.com/v1', TRUSTED_PROXIES });

describe('TRUSTED_PROXIES', () => {
  it('are addresses and networks of both families', () => {
    expect(load('10.0.0.0/8, fd00::/8,192.0.2.1').trustedProxies).toEqual(['10.0.0.0/8', 'fd00::/8', '192.0.2.1']);
    expect(load('').trustedProxies).toEqual([]);
  });

  it.each(['0.0.0.0/0', '::/0', '10.0.0.0/8,::/0', 'ingress', '10.0.0.0/33', 'loopback'])('are not %s', (proxies) => {
    expect(() => load(proxies)).toThrow('TRUSTED_PROXIES must list');
  });
});
