import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** Time for which an approval holds, ms. */
const APPROVAL_MS = 600_000;

/** An approved order: a version, for at most a price. */
export interface Approval {
  version: number;
  credits: number;
}

/** An approval and the key that signs it. */
interface Signing {
  /** The input of the call, without the approval. */
  order: object;
  secret: string;
  nowMs: number;
}

/** A token that approves an order for ten minutes. It is signed, so that any replica can read it and no model make it up. */
export function approvalToken({ version, credits }: Approval, { order, secret, nowMs }: Signing): string {
  const facts = [nowMs + APPROVAL_MS, version, credits].join('.');
  return `${facts}.${signature(facts, order, secret)}`;
}

/** The approval of a token; undefined if it is for another order, of another key, or too old. */
export function readApproval(token: string, { order, secret, nowMs }: Signing): Approval | undefined {
  const [untilMs, version, credits, signed = ''] = token.split('.');
  const facts = [untilMs, version, credits].join('.');
  const expected = Buffer.from(signature(facts, order, secret));
  const sent = Buffer.from(signed);
  if (sent.length !== expected.length || !timingSafeEqual(sent, expected)) return undefined;
  return Number(untilMs) > nowMs ? { version: Number(version), credits: Number(credits) } : undefined;
}

/** The idempotency key of the video that a token approves: repeating the call makes it once. */
export function keyOfApproval(token: string): string {
  return `approval-${createHash('sha256').update(token).digest('hex')}`;
}

function signature(facts: string, order: object, secret: string): string {
  return createHmac('sha256', secret)
    .update(`${facts}\n${canonical(order)}`)
    .digest('base64url');
}

/** JSON whose members are in one order: a model may send them in another one the second time. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
}
