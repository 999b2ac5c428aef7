import { describe, expect, it } from '@jest/globals';
import { loadConfig } from '#libs/runtime';
import { AreDnsServers } from './are-dns-servers.js';

class Config {
  @AreDnsServers()
  dnsServers: string[] = [];
}

describe('DNS_SERVERS', () => {
  it.each([['10.0.0.2'], ['10.0.0.2:5353, fd00::2'], ['[fd00::2]:5353'], ['']])('may be %j', (value) => {
    expect(() => loadConfig(Config, { DNS_SERVERS: value })).not.toThrow();
  });

  it.each([
    ['dns.test'],
    ['10.0.0.2:'],
    ['10.0.0.2:0'],
    ['10.0.0.2:65536'],
    ['[10.0.0.2]:53'],
    ['10.0.0.2,'],
    ['10.0.0:53'],
  ])('is refused as %j, by its name', (value) =>
    expect(() => loadConfig(Config, { DNS_SERVERS: value })).toThrow('DNS_SERVERS'),
  );
});
