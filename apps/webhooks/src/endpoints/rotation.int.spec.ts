import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Webhook as ReferenceVerifier } from 'standardwebhooks';
import { type Webhook, WEBHOOKS_RPC } from '#libs/contracts';
import { eventually, type ReceivedCall } from '#libs/testing';
import { DeliveryRetention } from '../deliveries/delivery-retention.js';
import { eventOf, type RunningWebhooks } from '../testing/running-webhooks.js';
import { startWebhooksAndServers } from '../testing/webhooks-and-servers.js';

let webhooks: RunningWebhooks;
let stop: () => Promise<void>;

beforeAll(async () => {
  ({ webhooks, stop } = await startWebhooksAndServers());
});

afterAll(() => stop());

const rotate = ({ org_id, id }: Webhook) => webhooks.rpc.call(WEBHOOKS_RPC.rotateSecret, { org_id, id });
const signaturesOf = ({ headers }: ReceivedCall) => String(headers['webhook-signature']).split(' ');
const isSignedWith = (secret: string, { body, headers }: ReceivedCall) => {
  try {
    new ReferenceVerifier(secret).verify(body, headers);
    return true;
  } catch {
    return false;
  }
};

/** An endpoint and what it receives, event by event. */
async function listening() {
  const org = randomUUID();
  const { received, url } = await webhooks.receive();
  const webhook = await webhooks.subscribe(org, url);
  const nextRequest = async () => {
    const before = received.length;
    await webhooks.publish(eventOf(org, 'video.finished'));
    await eventually(() => received.length > before);
    return received[before]!;
  };
  return { webhook, nextRequest };
}

describe('a rotated secret', () => {
  it('signs beside its successor for 24 h, and never after that', async () => {
    const { webhook, nextRequest } = await listening();
    const rotated = await rotate(webhook);
    expect(rotated.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(rotated.secret).not.toBe(webhook.secret);
    expect(await webhooks.get(webhook)).not.toHaveProperty('secret');
    const during = await nextRequest();
    expect(signaturesOf(during)).toHaveLength(2);
    expect([webhook.secret, rotated.secret].map((secret) => isSignedWith(secret, during))).toEqual([true, true]);

    const [old] = await webhooks.em.execute<{ id: string; hours: string; sealed: string }[]>(
      `SELECT id, extract(epoch FROM expires_at - now()) / 3600 AS hours, encode(sealed_secret, 'escape') AS sealed
         FROM retired_secrets WHERE endpoint_id = ?`,
      [webhook.id],
    );
    expect(Number(old!.hours)).toBeGreaterThan(23.9);
    expect(Number(old!.hours)).toBeLessThanOrEqual(24);
    expect(old!.sealed).not.toContain(webhook.secret.slice(6, 20));

    await webhooks.em.execute(`UPDATE retired_secrets SET expires_at = now() WHERE id = ?`, [old!.id]);
    const after = await nextRequest();
    expect(signaturesOf(after)).toHaveLength(1);
    expect([webhook.secret, rotated.secret].map((secret) => isSignedWith(secret, after))).toEqual([false, true]);
    await webhooks.app.get(DeliveryRetention).sweep();
    expect(await webhooks.em.execute(`SELECT 1 FROM retired_secrets WHERE id = ?`, [old!.id])).toEqual([]);
  });

  it('is one of at most 10 old ones; an eleventh rotation waits until one has expired', async () => {
    const { webhook, nextRequest } = await listening();
    const secrets = [webhook.secret];
    for (let rotation = 1; rotation <= 10; rotation += 1) secrets.push((await rotate(webhook)).secret);
    const refused = { code: 'VALIDATION_ERROR', details: [{ field: 'body', code: 'VALUE_TOO_LARGE' }] };
    await expect(rotate(webhook)).rejects.toMatchObject(refused);
    const request = await nextRequest();
    expect(signaturesOf(request)).toHaveLength(11);
    expect(secrets.every((secret) => isSignedWith(secret, request))).toBe(true);
    await webhooks.em.execute(
      `UPDATE retired_secrets SET expires_at = now() WHERE id = (
         SELECT id FROM retired_secrets WHERE endpoint_id = ? ORDER BY retired_at LIMIT 1)`,
      [webhook.id],
    );
    const { secret } = await rotate(webhook);
    const later = await nextRequest();
    expect(isSignedWith(secrets[0]!, later)).toBe(false);
    expect([...secrets.slice(1), secret].every((each) => isSignedWith(each, later))).toBe(true);
  });

  it('is lost by no rotation, however many come at once', async () => {
    const { webhook, nextRequest } = await listening();
    const rotated = await Promise.all(Array.from({ length: 5 }, () => rotate(webhook)));
    const request = await nextRequest();
    expect(signaturesOf(request)).toHaveLength(6);
    expect(rotated.every(({ secret }) => isSignedWith(secret, request))).toBe(true);
  });

  it('belongs to its organization: another one cannot rotate it', async () => {
    const { webhook, nextRequest } = await listening();
    const foreign = { ...webhook, org_id: randomUUID() };
    await expect(rotate(foreign)).rejects.toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
    expect(signaturesOf(await nextRequest())).toHaveLength(1);
  });
});
