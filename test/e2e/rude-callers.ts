import type { CustomerRequest } from './customer-requests.ts';
import type { Customer } from './new-customer.ts';
import { type Manner, sendAs, type Sent } from './send-as.ts';

/** Usual duration of each kind of request, ms. */
export type UsualTimes = ReadonlyMap<string, number>;

/** Time for which an endless stream is open when it is tried, ms. */
const ENDLESS_MS = 2_000;
/** Time after which a caller that reads slowly leaves, and one that has sent half of a request, ms. */
const SLOW_MS = 4_000;
const HALF_MS = 250;

/**
 * Sends every request once and waits for its response.
 *
 * @throws Error when a status is unexpected, because the request would then not test what it stands for
 */
export async function usualTimes({ requests }: Customer, origin: string): Promise<UsualTimes> {
  const times = new Map<string, number>();
  const wrong: string[] = [];
  for (const request of requests) {
    const manner = request.isEndless ? 'hangs up' : 'patient';
    const { status, ms } = await sendAs(manner, request, { origin, leaveAfterMs: ENDLESS_MS });
    if (status !== request.status) wrong.push(`${request.kind} was answered ${status}, not ${request.status}`);
    times.set(request.kind, ms);
  }
  if (wrong.length > 0) throw new Error(wrong.join('; '));
  return times;
}

/** Sends a request in a manner and leaves at a random moment of it. */
export function sendRudely(
  request: CustomerRequest,
  manner: Exclude<Manner, 'patient'>,
  { origin, times }: { origin: string; times: UsualTimes },
): Promise<Sent> {
  const mostMs = { 'hangs up': 1.2 * times.get(request.kind)!, 'reads slowly': SLOW_MS, 'sends half': HALF_MS }[manner];
  return sendAs(manner, request, { origin, leaveAfterMs: Math.random() * mostMs });
}

export function oneOf<T>(all: readonly T[]): T {
  return all[Math.floor(Math.random() * all.length)]!;
}
