import { chmodSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually, serve, startSystem, type TestServer, type TestSystem } from '#libs/testing';
import { type Customer, newCustomer, newOrganization } from './new-customer.js';
import { oneOf, sendRudely, usualTimes } from './rude-callers.js';
import { RUDE_MANNERS, sendAs } from './send-as.js';
import { pidsOf, systemHoldings, type SystemHoldings, temporaryFiles } from './system-holdings.js';

/** `HUNG_UP_REQUESTS=20000 npm test -- callers-that-hang-up` sends more of them. */
const REQUESTS = Number(process.env['HUNG_UP_REQUESTS'] ?? 2_000);
/** Number of requests that open every connection and start every program that the system keeps. */
const FIRST_REQUESTS = 400;
const CALLERS = 16;
/** Most files and connections that a process may have opened meanwhile and kept for later requests. */
const MORE_DESCRIPTORS = 16;
/** Most bytes by which a process may grow. V8 collects late, but 64 kB kept for each request would be more. */
const MORE_MEMORY_BYTES = 128_000_000;

let system: TestSystem;
let hanging: TestServer;
let rude: Customer;
let polite: Customer;
/** Folder of the system, whose PostgreSQL may run as another user. */
const folder = mkdtempSync(join(tmpdir(), 'framewright-hung-up-'));
const origin = () => new URL(system.baseUrl).origin;

beforeAll(async () => {
  chmodSync(folder, 0o711);
  hanging = await serve(() => undefined);
  system = await startSystem({
    TMPDIR: folder,
    RENDER_SLOTS: '2',
    RATE_LIMIT_PER_MINUTE: '1000000',
    ASSET_FETCH_TIMEOUT_MS: '600000',
    ASSET_STALL_TIMEOUT_MS: '600000',
  });
  polite = await newCustomer(system, (await newOrganization(system, 100)).key);
  rude = await newCustomer(system, system.apiKey, hanging.url);
}, 600_000);

afterAll(async () => {
  await Promise.all([system.stop(), hanging.stop()]);
  rmSync(folder, { recursive: true });
}, 60_000);

it('thousands of requests of every kind end at random moments: no process ends, and none holds more than before', async () => {
  const callers = await rudeCallers();
  await callers(FIRST_REQUESTS);
  const before = await untilQuiet();
  expect(await otherAnswersDuring(callers(REQUESTS))).toEqual([]);
  expect(pidsOf(systemHoldings(system))).toEqual(pidsOf(before));
  await eventually(() => expectNoMore(before), { timeoutMs: 60_000, everyMs: 500 });
}, 600_000);

/** @returns a function that sends `requests` requests */
async function rudeCallers(): Promise<(requests: number) => Promise<void>> {
  const times = await usualTimes(rude, origin());
  return async (requests) => {
    let left = requests;
    const caller = async (): Promise<void> => {
      while (left-- > 0) await sendRudely(oneOf(rude.requests), oneOf(RUDE_MANNERS), { origin: origin(), times });
    };
    await Promise.all(Array.from({ length: CALLERS }, caller));
  };
}

/** Unexpected answers to another customer during some work. */
async function otherAnswersDuring(work: Promise<void>): Promise<string[]> {
  const over = new AbortController();
  const end = work.finally(() => over.abort());
  const answers: string[] = [];
  // Without checks of batches: dozens are judged at once, and this test is not about fair shares.
  const requests = polite.requests.filter(({ kind }) => !kind.startsWith('validateBatch'));
  for (let next = 0; !over.signal.aborted; next = (next + 1) % requests.length) {
    const request = requests[next]!;
    const { status } = await sendAs('patient', request, { origin: origin(), leaveAfterMs: 0 });
    if (status !== request.status) answers.push(`${request.kind}: ${status}`);
  }
  await end;
  return answers;
}

/** Holdings of the system once nothing changes any more. */
function untilQuiet(): Promise<SystemHoldings> {
  let last = '';
  return eventually(
    () => {
      const held = systemHoldings(system);
      const now = JSON.stringify([...held].map(([name, { descriptors, sockets }]) => [name, descriptors, sockets]));
      const isQuiet = now === last && temporaryFiles(system).length === 0;
      last = now;
      return isQuiet && held;
    },
    { timeoutMs: 60_000, everyMs: 500 },
  );
}

async function expectNoMore(before: SystemHoldings): Promise<void> {
  const more = [...systemHoldings(system)].filter(([name, { descriptors, memoryBytes }]) => {
    const then = before.get(name)!;
    const isLarger = memoryBytes > then.memoryBytes + MORE_MEMORY_BYTES;
    return isLarger || descriptors > then.descriptors + MORE_DESCRIPTORS;
  });
  expect(more.map(([name, held]) => ({ name, held, then: before.get(name) }))).toEqual([]);
  expect(temporaryFiles(system)).toEqual([]);
  expect(globSync('fw-*', { cwd: folder })).toEqual([]);
  expect(await system.query('gateway', 'SELECT id FROM media WHERE stored_at IS NULL')).toEqual([]);
}

/** The processes that have no reason to be replaced. */
