import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { freePort, isFreePort } from './free-port.js';

describe('a free port', () => {
  const servers: ReturnType<typeof createServer>[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });
  const listen = async (port: number, host?: string): Promise<number> => {
    const server = createServer();
    servers.push(server);
    server.listen(port, host);
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };

  it('is one that a program can listen on', async () => {
    const port = await freePort();
    expect(await isFreePort(port)).toBe(true);
    expect(await listen(port)).toBe(port);
  });

  it('is none that the system gives to others on its own', async () => {
    const range = '/proc/sys/net/ipv4/ip_local_port_range';
    const first = process.platform === 'linux' ? Number(readFileSync(range, 'utf8').split('\t')[0]) : 49_152;
    const ports = await Promise.all(Array.from({ length: 50 }, freePort));
    expect(Math.max(...ports)).toBeLessThan(first);
  });

  it.each(['127.0.0.1', undefined])('is not one that a server on %s has', async (host) => {
    expect(await isFreePort(await listen(0, host))).toBe(false);
  });
});
