import { describe, expect, it } from '@jest/globals';
import { formatWebhookSecret, signWebhook } from '../../signing/src/index.js';
import { verifyWebhook, type WebhookRequest } from './verify-webhook.js';

const SECRET = formatWebhookSecret(new Uint8Array(32).fill(1));
const OTHER_SECRET = formatWebhookSecret(new Uint8Array(32).fill(2));
const BODY = JSON.stringify({ type: 'video.finished', data: { id: 'a', status: 'COMPLETED', metadata: 'Größe ✓' } });

function signed({ ageS = 0, secrets = [SECRET] }: { ageS?: number; secrets?: [string, ...string[]] } = {}): Record<
  string,
  string
> {
  const timestampS = Math.floor(Date.now() / 1_000) - ageS;
  return { ...signWebhook({ id: 'evt_1', timestampS, body: Buffer.from(BODY), secrets }) };
}

describe('verifyWebhook', () => {
  const bytes = new Uint8Array(Buffer.from(BODY));
  it.each<[string, WebhookRequest]>([
    ['text', { body: BODY, headers: signed() }],
    ['bytes', { body: bytes, headers: signed() }],
    ['a part of a larger buffer', { body: new Uint8Array([0, ...bytes, 0]).subarray(1, -1), headers: signed() }],
    ['an ArrayBuffer', { body: bytes.buffer, headers: signed() }],
    ['headers of the Fetch API', { body: BODY, headers: new Headers(signed()) }],
    ['a signature of a rotated secret first', { body: BODY, headers: signed({ secrets: [OTHER_SECRET, SECRET] }) }],
    ['an attempt of 290 s ago', { body: BODY, headers: signed({ ageS: 290 }) }],
    ['an attempt that is 290 s early', { body: BODY, headers: signed({ ageS: -290 }) }],
  ])('returns the event of %s', async (_what, request) => {
    const event = await verifyWebhook(request, SECRET);
    expect(event).toEqual(JSON.parse(BODY));
    // The type of the event determines the status.
    if (event.type === 'video.finished') expect(event.data.status satisfies 'COMPLETED').toBe('COMPLETED');
  });

  it.each<[string, WebhookRequest]>([
    ['another body', { body: BODY.replace('"a"', '"b"'), headers: signed() }],
    ['another id', { body: BODY, headers: { ...signed(), 'webhook-id': 'evt_2' } }],
    [
      'another time',
      { body: BODY, headers: { ...signed(), 'webhook-timestamp': signed({ ageS: 1 })['webhook-timestamp']! } },
    ],
    ['another secret', { body: BODY, headers: signed({ secrets: [OTHER_SECRET] }) }],
    ['an old attempt', { body: BODY, headers: signed({ ageS: 310 }) }],
    ['an early attempt', { body: BODY, headers: signed({ ageS: -310 }) }],
    ['no number as time', { body: BODY, headers: { ...signed(), 'webhook-timestamp': 'now' } }],
    [
      'another scheme',
      { body: BODY, headers: { ...signed(), 'webhook-signature': signed()['webhook-signature']!.replace('v1', 'v2') } },
    ],
    [
      'half a signature',
      { body: BODY, headers: { ...signed(), 'webhook-signature': signed()['webhook-signature']!.slice(0, -24) } },
    ],
    ['no base64', { body: BODY, headers: { ...signed(), 'webhook-signature': 'v1,%' } }],
    ['no signature', { body: BODY, headers: { ...signed(), 'webhook-signature': '' } }],
    ['no headers', { body: BODY, headers: {} }],
  ])('refuses %s', async (_what, request) => {
    await expect(verifyWebhook(request, SECRET)).rejects.toMatchObject({ code: 'INVALID_SIGNATURE' });
  });

  it('permits a larger difference of the clocks by its option', async () => {
    const request = { body: BODY, headers: signed({ ageS: 310 }) };
    expect((await verifyWebhook(request, SECRET, { toleranceS: 400 })).type).toBe('video.finished');
  });

  it('refuses a malformed secret without repeating it', async () => {
    for (const secret of ['', 'whsec_', 'whsec_%oops', SECRET.slice(6)]) {
      const error = (await verifyWebhook({ body: BODY, headers: signed() }, secret).catch(
        (thrown: unknown) => thrown,
      )) as Error;
      expect(error.message).toBe('The secret of a webhook is whsec_ and base64.');
    }
  });
});
