import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Webhook as ReferenceVerifier } from 'standardwebhooks';
import { type Webhook, WEBHOOKS_RPC, type WebhookWithSecret } from '#libs/contracts';
import { markOf } from '#libs/signing';
import { eventually, type ReceivedCall } from '#libs/testing';
import { eventOf, type RunningWebhooks } from '../testing/running-webhooks.js';
import { startWebhooksAndServers } from '../testing/webhooks-and-servers.js';

let webhooks: RunningWebhooks;
let stop: () => Promise<void>;
let keyOfStart: string;

beforeAll(async () => {
  ({ webhooks, stop } = await startWebhooksAndServers());
  keyOfStart = process.env['WEBHOOK_SECRET_KEY']!;
});

afterAll(async () => {
  await stop();
  delete process.env['WEBHOOK_OTHER_SECRET_KEYS'];
});

/** Restarts the service with other keys, as a rollout does. */
async function restartWith(current: string, ...others: string[]): Promise<void> {
  process.env['WEBHOOK_SECRET_KEY'] = current;
  process.env['WEBHOOK_OTHER_SECRET_KEYS'] = others.join();
  await webhooks.restart();
}

/**
 * Most time until all secrets are sealed again, ms. One that is in use when its turn comes is sealed a minute later.
 */
const SEALED_WITHIN_MS = 150_000;

const newKey = () => randomBytes(32).toString('base64');

const signers = (received: ReceivedCall, secrets: readonly string[]) =>
  secrets.filter((secret) => {
    try {
      new ReferenceVerifier(secret).verify(received.body, received.headers);
      return true;
    } catch {
      return false;
    }
  });

/** The first 5 bytes of the table's sealed secrets, in hexadecimal, each value once. */
async function marksIn(table: string): Promise<string[]> {
  const rows = await webhooks.em.execute<{ mark: string }[]>(
    `SELECT DISTINCT encode(substring(sealed_secret FROM 1 FOR 5), 'hex') AS mark FROM ${table}`,
  );
  return rows.map(({ mark }) => mark);
}

async function untilAllAreSealedWith(key: string): Promise<void> {
  const mark = markOf(Buffer.from(key, 'base64')).toString('hex');
  for (const table of ['endpoints', 'retired_secrets']) {
    await eventually(async () => expect(await marksIn(table)).toEqual([mark]), { timeoutMs: SEALED_WITHIN_MS });
  }
}

it('the key of the secrets is changed while they continue to sign, and the old one is then no longer needed', async () => {
  const org = randomUUID();
  const { received, url } = await webhooks.receive();
  const webhook = await webhooks.subscribe(org, url);
  const rotated = await webhooks.rpc.call(WEBHOOKS_RPC.rotateSecret, { org_id: org, id: webhook.id });
  const many: WebhookWithSecret[] = [];
  for (let count = 0; count < 5; count += 1) many.push(await webhooks.subscribe(randomUUID(), url, 'video.failed'));
  const nextRequest = async () => {
    const before = received.length;
    await webhooks.publish(eventOf(org, 'video.finished'));
    await eventually(() => received.length > before);
    return signers(received[before]!, [webhook.secret, rotated.secret]);
  };
  expect(await nextRequest()).toEqual([webhook.secret, rotated.secret]);

  const [second, third] = [newKey(), newKey()];
  for (const [current, old] of [
    [second, keyOfStart],
    [third, second],
  ] as const) {
    await restartWith(old, current); // every process can open what the next ones will seal
    expect(await nextRequest()).toEqual([webhook.secret, rotated.secret]);
    await restartWith(current, old);
    expect(await nextRequest()).toEqual([webhook.secret, rotated.secret]);
    await untilAllAreSealedWith(current);
    await restartWith(current);
    expect(await nextRequest()).toEqual([webhook.secret, rotated.secret]);
  }
}, 400_000);

it('a secret that no key opens fails its attempts, each recorded, and disables no endpoint', async () => {
  const [org, url] = [randomUUID(), (await webhooks.receive()).url];
  const webhook: Webhook = await webhooks.subscribe(org, url);
  const key = process.env['WEBHOOK_SECRET_KEY']!;
  await restartWith(newKey(), newKey());
  await webhooks.publish(eventOf(org, 'video.finished'));
  await eventually(async () => (await webhooks.attemptsAt(webhook)).length === 1);
  expect(await webhooks.deliveriesTo(webhook)).toMatchObject([{ state: 'pending', attempts: 1, lease_token: null }]);
  await webhooks.em.execute(`UPDATE deliveries SET step = 9, next_attempt_at = now() WHERE endpoint_id = ?`, [
    webhook.id,
  ]);
  await eventually(async () => (await webhooks.deliveriesTo(webhook))[0]!.state === 'failed');
  expect(await webhooks.attemptsAt(webhook)).toMatchObject(
    [1, 2].map((number) => ({ number, status: null, failure: expect.stringContaining('INTERNAL_ERROR') })),
  );
  expect(await webhooks.get(webhook)).toMatchObject({ enabled: true, disabled_reason: null });
  // Nothing is lost by it: with its key back the secret is opened.
  await restartWith(key);
  await webhooks.publish(eventOf(org, 'video.finished'));
  await eventually(async () => (await webhooks.attemptsAt(webhook)).some(({ status }) => status === 200));
});
