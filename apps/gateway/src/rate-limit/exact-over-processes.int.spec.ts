import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request as httpRequest } from 'node:http';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { TYPESCRIPT_ARGUMENTS } from '#libs/testing';
import { type GatewaySystem, startGatewaySystem, untilEarlyInTheMinute } from '../testing/running-gateway.js';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
const GATEWAYS = 4;
const ORGANIZATIONS = 10;
const REQUESTS = 1_000;
const LIMIT = 100;
/** Requests in flight at once: enough that all 10,000 end within the minute in which they begin. */
const AT_ONCE = 64;
const NEEDED_S = 45;

let system: GatewaySystem;
let processes: ChildProcess[];
let urls: string[];

beforeAll(async () => {
  system = await startGatewaySystem();
  processes = Array.from({ length: GATEWAYS }, () =>
    spawn(process.execPath, [...TYPESCRIPT_ARGUMENTS, MAIN], {
      env: { ...process.env, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'info' },
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  );
  urls = await Promise.all(processes.map(addressOf));
});

afterAll(async () => {
  for (const gateway of processes) gateway.kill('SIGTERM');
  await Promise.all(processes.map(async (gateway) => gateway.exitCode ?? (await once(gateway, 'exit'))));
  await system.stop();
});

/**
 * The address in the log of a process. The rest of the log is read and dropped, so that the process never waits for us.
 */
function addressOf({ stdout }: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    let log = '';
    stdout!.setEncoding('utf8').on('data', (chunk: string) => {
      log = (log + chunk).slice(-10_000);
      const address = /"event":"gateway.listening","address":"([^"]+)"/.exec(log)?.[1];
      if (address !== undefined) resolve(address);
    });
  });
}

it(`${GATEWAYS} gateways admit exactly ${LIMIT} of ${REQUESTS} requests of each of ${ORGANIZATIONS} organizations in one clock minute`, async () => {
  const keys = await Promise.all(
    Array.from({ length: ORGANIZATIONS }, async () => (await system.newKey({ rateLimit: LIMIT })).key),
  );
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  await untilEarlyInTheMinute(NEEDED_S);
  const minute = Math.floor(Date.now() / 60_000);
  const admitted = new Map(keys.map((key) => [key, 0]));
  const answered = { 404: 0, 429: 0 };
  let next = 0;
  const client = async (): Promise<void> => {
    for (let turn = next++; turn < ORGANIZATIONS * REQUESTS; turn = next++) {
      const key = keys[turn % ORGANIZATIONS]!;
      const gateway = urls[Math.floor(turn / ORGANIZATIONS) % GATEWAYS]!;
      const status = await statusOf(`${gateway}/v1/nothing`, key, agent);
      answered[status as 404 | 429] += 1;
      if (status === 404) admitted.set(key, admitted.get(key)! + 1);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, client));
  expect(Math.floor(Date.now() / 60_000)).toBe(minute);
  expect([...admitted.values()]).toEqual(keys.map(() => LIMIT));
  expect(answered).toEqual({ 404: ORGANIZATIONS * LIMIT, 429: ORGANIZATIONS * (REQUESTS - LIMIT) });
  agent.destroy();
}, 150_000);

function statusOf(url: string, key: string, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { agent, headers: { authorization: `Bearer ${key}` } }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode!));
    });
    request.once('error', reject).end();
  });
}
