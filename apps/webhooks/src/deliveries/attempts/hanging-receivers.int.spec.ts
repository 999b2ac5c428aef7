import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '#libs/testing';
import { eventOf, type RunningWebhooks } from '../../testing/running-webhooks.js';
import { startWebhooksAndServers } from '../../testing/webhooks-and-servers.js';

/** Number of organizations whose receivers hang; four of them have a quarter of the slots each. */
const ORGS = 8;
const ENDPOINTS = 3;
const EVENTS = 12;
/** Time limit of an attempt in place of 2 s, ms, so that a wait for a slot that a hanging receiver holds is noticed. */
const TIMEOUT_MS = 4_000;
/**
 * Time within which a delivery must arrive, ms: far less than a hanging receiver holds a slot, and far more than a
 * delivery takes.
 */
const SOON_MS = 1_500;

let webhooks: RunningWebhooks;
let stop: () => Promise<void>;

beforeAll(async () => {
  ({ webhooks, stop } = await startWebhooksAndServers({ DELIVERY_TIMEOUT_MS: String(TIMEOUT_MS) }));
});

afterAll(() => stop());

it('receivers that hang delay no other organization, neither at first nor while their deliveries are repeated', async () => {
  const hanging = await webhooks.receive(() => undefined);
  const good = await webhooks.receive();
  const ours = randomUUID();
  await webhooks.subscribe(ours, good.url);
  const theirs = Array.from({ length: ORGS }, () => randomUUID());
  for (const org of theirs) {
    for (let n = 0; n < ENDPOINTS; n += 1) await webhooks.subscribe(org, hanging.url);
  }
  for (let n = 0; n < EVENTS; n += 1) {
    await Promise.all(theirs.map((org) => webhooks.publish(eventOf(org, 'video.finished'))));
  }
  await eventually(() => hanging.received.length >= 32); // half of the slots
  const delaysMs: number[] = [];
  const until = Date.now() + 2.5 * TIMEOUT_MS;
  while (Date.now() < until) {
    const publishedAtMs = Date.now();
    const before = good.received.length;
    await webhooks.publish(eventOf(ours, 'video.finished'));
    await eventually(() => good.received.length > before, { timeoutMs: 20_000 });
    delaysMs.push(Date.now() - publishedAtMs);
  }
  expect(Math.max(...delaysMs)).toBeLessThan(SOON_MS);
  expect(hanging.received.length).toBeGreaterThan(ORGS * ENDPOINTS); // they have had their turns meanwhile
}, 60_000);
