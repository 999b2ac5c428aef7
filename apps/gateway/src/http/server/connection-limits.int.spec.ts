import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '#libs/testing';
import { type RunningGateway, useGatewaySystem } from '../../testing/running-gateway.js';

const PER_ADDRESS = 20;
const ALL = 60;
const IDLE_MS = 2_000;

const system = useGatewaySystem({
  MAX_CONNECTIONS: String(ALL),
  MAX_CONNECTIONS_PER_ADDRESS: String(PER_ADDRESS),
  CONNECTION_IDLE_MS: String(IDLE_MS),
  TRUSTED_PROXIES: '192.0.2.1',
});
/** The same gateway behind a proxy on this machine. */
let behindProxy: RunningGateway;
let opened: Socket[] = [];

beforeAll(async () => {
  process.env['TRUSTED_PROXIES'] = '127.0.0.1';
  behindProxy = await system.startGateway();
});

afterEach(() => {
  for (const socket of opened) socket.destroy();
  opened = [];
});

/** Asks on a connection that stays; resolves to the first line received, or to 'reset'. */
function ask({ url }: RunningGateway, localAddress = '127.0.0.1'): Promise<string> {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', localAddress });
  opened.push(socket);
  socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n');
  return new Promise((resolve) => {
    socket.on('error', () => resolve('reset'));
    socket.on('close', () => resolve('reset'));
    socket.on('data', (received) => resolve(received.toString().split('\r\n')[0]!));
  });
}

const many = (count: number, make: () => Promise<string>) => Promise.all(Array.from({ length: count }, make));
const OK = 'HTTP/1.1 200 OK';

describe('connections', () => {
  it('of one address have a limit that does not affect other addresses, and are free again when they end', async () => {
    const answers = await many(PER_ADDRESS + 10, () => ask(system.gateway));
    expect(answers.filter((answer) => answer === OK)).toHaveLength(PER_ADDRESS);
    expect(answers.filter((answer) => answer === 'reset')).toHaveLength(10);
    expect(await ask(system.gateway, '127.0.0.2')).toBe(OK);
    for (const socket of opened) socket.destroy();
    await eventually(async () => expect(await ask(system.gateway)).toBe(OK));
  });

  it('of a trusted proxy have no limit of their own', async () => {
    expect(new Set(await many(PER_ADDRESS + 10, () => ask(behindProxy)))).toEqual(new Set([OK]));
  });

  it('that wait for a next request make room when all are taken', async () => {
    await many(ALL, () => ask(behindProxy));
    await eventually(async () => expect(await ask(behindProxy)).toBe(OK));
  });

  it('whose client does not read are ended', async () => {
    const socket = connect(Number(new URL(system.gateway.url).port), '127.0.0.1');
    opened.push(socket);
    socket.on('error', () => undefined).pause();
    const request = 'GET /v1/openapi.json HTTP/1.1\r\nHost: a\r\n\r\n';
    for (let i = 0; i < 200; i += 1) socket.write(request);
    const server = system.gateway.service.app.getHttpServer() as Server;
    const count = () =>
      new Promise<number>((resolve) => server.getConnections((_error, connections) => resolve(connections)));
    await eventually(async () => expect(await count()).toBeGreaterThan(0));
    await eventually(async () => expect(await count()).toBe(0), { timeoutMs: 20_000 });
  });

  it('whose client continues to send a refused body are ended', async () => {
    const socket = connect(Number(new URL(system.gateway.url).port), '127.0.0.1');
    opened.push(socket);
    const ended = new Promise((resolve) => socket.on('error', () => undefined).once('close', resolve));
    const refused = new Promise<string>((resolve) => socket.once('data', (data) => resolve(data.toString())));
    socket.write('POST /v1/assets HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n');
    const sending = setInterval(() => socket.write(`400\r\n${'x'.repeat(0x400)}\r\n`), 10);
    try {
      expect(await refused).toMatch(/^HTTP\/1.1 401 /);
      expect(await Promise.race([ended.then(() => 'ended'), pause(15_000, 'open')])).toBe('ended');
    } finally {
      clearInterval(sending);
    }
  });
});

it('no header is dropped, however many come before it', async () => {
  const { key } = await system.newKey();
  const others = Array.from({ length: 2_500 }, () => 'a:').join('\r\n');
  const received = await behindProxy.sendRaw(
    `GET /v1/nothing HTTP/1.1\r\nHost: a\r\n${others}\r\nAuthorization: Bearer ${key}\r\nConnection: close\r\n\r\n`,
  );
  expect(received.split('\r\n')[0]).toBe('HTTP/1.1 404 Not Found');
});
