import { createHmac, timingSafeEqual } from 'node:crypto';

const TOLERANCE_S = 300;

/**
 * Verifies a webhook (Standard Webhooks 1.0) and returns its event.
 *
 * @param secret the `secret` of the webhook: `whsec_…`
 * @param body the bytes of the request as received, before any JSON parser
 */
export function verifyWebhook(secret: string, headers: Record<string, string>, body: Buffer): unknown {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures = '' } = headers;
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= TOLERANCE_S)) throw new Error('too old or too new');
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signed = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body]);
  const expected = Buffer.from(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
  const isValid = signatures.split(' ').some((signature) => {
    const given = Buffer.from(signature);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!isValid) throw new Error('the signature does not match');
  return JSON.parse(body.toString());
}
