import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { signWebhook } from './sign-webhook.js';
import { formatWebhookSecret } from './webhook-secret.js';

const secretOf = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(formatWebhookSecret);
const bodyOf = fc.string({ unit: 'binary', maxLength: 20_000, size: 'max' });
const nowS = Math.floor(Date.now() / 1000);

describe('signWebhook', () => {
  it('makes the signature of the Standard Webhooks reference vector', () => {
    // From the tests of the reference libraries.
    const headers = signWebhook({
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      timestampS: 1614265330,
      body: Buffer.from('{"test": 2432232314}'),
      secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    });
    expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  });

  it('is accepted by the standardwebhooks package for any body, with any of the secrets that signed', () => {
    fc.assert(
      fc.property(bodyOf, secretOf, secretOf, fc.uuid(), (text, newer, older, id) => {
        const body = Buffer.from(text, 'utf8');
        const headers = { ...signWebhook({ id, timestampS: nowS, body, secrets: [newer, older] }) };
        for (const secret of [newer, older]) new Webhook(secret).verify(body, headers, { jsonParse: false });
      }),
      { numRuns: 300 },
    );
  });

  it('is refused when one byte of the body, the id, the time or the secret differs', () => {
    const secret = formatWebhookSecret(new Uint8Array(32).fill(1));
    const body = Buffer.from('{"a":1}');
    const headers = { ...signWebhook({ id: 'evt_1', timestampS: nowS, body, secrets: [secret] }) };
    const verify = (change: object, sent = body, key = secret) =>
      new Webhook(key).verify(sent, { ...headers, ...change });
    expect(verify({})).toEqual({ a: 1 });
    expect(() => verify({}, Buffer.from('{"a":2}'))).toThrow('No matching signature');
    expect(() => verify({ 'webhook-id': 'evt_2' })).toThrow('No matching signature');
    expect(() => verify({ 'webhook-timestamp': String(nowS - 1) })).toThrow('No matching signature');
    expect(() => verify({}, body, formatWebhookSecret(new Uint8Array(32).fill(2)))).toThrow('No matching signature');
  });

  it.each([
    ['a dot in the id', 'evt.1', 1],
    ['an empty id', '', 1],
    ['a fraction of a second', 'evt_1', 1.5],
    ['a negative time', 'evt_1', -1],
  ])('refuses %s', (_what, id, timestampS) => {
    const secret = formatWebhookSecret(new Uint8Array(32));
    expect(() => signWebhook({ id, timestampS, body: Buffer.alloc(0), secrets: [secret] })).toThrow(RangeError);
  });

  it('never repeats a malformed secret in its error', () => {
    const attempt = () => signWebhook({ id: 'evt_1', timestampS: 1, body: Buffer.alloc(0), secrets: ['whsec_oops'] });
    expect(attempt).toThrow(RangeError);
    expect(attempt).not.toThrow('oops');
  });
});
