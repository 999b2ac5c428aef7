import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { WebhookWithSecret } from '#libs/contracts';
import { eventually, startDnsServer, type TestDnsServer } from '#libs/testing';
import { eventOf, type RunningWebhooks } from '../../testing/running-webhooks.js';
import { startWebhooksAndServers } from '../../testing/webhooks-and-servers.js';

/** Most endpoints of an organization. */
const ENDPOINTS = 20;

let dns: TestDnsServer;
let webhooks: RunningWebhooks;
let stop: () => Promise<void>;

beforeAll(async () => {
  dns = await startDnsServer(({ name, type }) => {
    if (name.endsWith('.silent.test')) return 'silence';
    return { records: type === 'A' ? [{ type: 'A', name, ttl: 0, data: '127.0.0.1' }] : [] };
  });
  process.env['DNS_SERVERS'] = dns.address;
  ({ webhooks, stop } = await startWebhooksAndServers());
});

afterAll(async () => {
  await stop();
  delete process.env['DNS_SERVERS'];
  await dns.stop();
});

async function subscribe(org: string, url: (at: number) => string): Promise<WebhookWithSecret[]> {
  const endpoints = [];
  for (let at = 0; at < ENDPOINTS; at += 1) endpoints.push(await webhooks.subscribe(org, url(at), 'video.finished'));
  return endpoints;
}

it('names whose servers never answer hold up their own organization only', async () => {
  const [theirs, ours] = [randomUUID(), randomUUID()];
  const { received, url } = await webhooks.receive();
  const port = new URL(url).port;
  const silent = await subscribe(theirs, (at) => `http://${at}.silent.test:${port}/hook`);
  const healthy = await subscribe(ours, (at) => `http://${at}.healthy.test:${port}/hook`);
  for (let i = 0; i < 3; i += 1) await webhooks.publish(eventOf(theirs, 'video.finished'));
  await eventually(() => dns.questions.some(({ name }) => name.endsWith('.silent.test')));
  await webhooks.publish(eventOf(ours, 'video.finished'));
  const firstAttempts = await eventually(async () => {
    const attempts = await Promise.all(healthy.map((webhook) => webhooks.attemptsAt(webhook)));
    return attempts.every((made) => made.length > 0) && attempts.map((made) => made[0]!);
  });
  expect(firstAttempts.map(({ status, failure }) => status ?? failure)).toEqual(healthy.map(() => 200));
  expect(received).toHaveLength(ENDPOINTS);
  const failures = await eventually(async () => {
    const attempts = await Promise.all(silent.map((webhook) => webhooks.attemptsAt(webhook)));
    return attempts.every((made) => made.length > 0) && attempts.flat().map(({ failure }) => failure);
  });
  // A name that is known to get no answer is not asked for again for some seconds.
  for (const failure of failures) expect(failure).toMatch(/^(TIMED_OUT: took longer than 2 s|UNREACHABLE: .*ETIMEOUT)/);
});
