import { createHmac, timingSafeEqual } from 'node:crypto';

const TOLERANCE_S = 300;

/** A request that claims to come from Framewright. */
export interface SignedRequest {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, unknown>>;
  /** The body as it was received, before any parsing. */
  readonly body: Uint8Array;
}

/** Whether a request is signed with the secret and recent, as Standard Webhooks 1.0 specifies. */
export function isSigned({ headers, body }: SignedRequest, secret: string, nowMs: number): boolean {
  const header = (name: string): string => String(headers[`webhook-${name}`]);
  const timestamp = header('timestamp');
  if (!(Math.abs(nowMs / 1_000 - Number(timestamp)) <= TOLERANCE_S)) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  if (key.length === 0) return false;
  const digest = createHmac('sha256', key)
    .update(`${header('id')}.${timestamp}.`)
    .update(body)
    .digest('base64');
  const expected = Buffer.from(`v1,${digest}`);
  return header('signature')
    .split(' ')
    .some((signature) => {
      const given = Buffer.from(signature);
      return given.length === expected.length && timingSafeEqual(given, expected);
    });
}
