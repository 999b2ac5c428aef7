import { setTimeout as delay } from 'node:timers/promises';
import type { CustomerRequest } from '../../e2e/customer-requests.ts';
import type { Customer } from '../../e2e/new-customer.ts';
import { oneOf, sendRudely, type UsualTimes } from '../../e2e/rude-callers.ts';
import { RUDE_MANNERS, sendAs } from '../../e2e/send-as.ts';

/** Number of requests among which one is hung up, one read slowly and one sent half. */
const RUDE_ONE_IN = 20;
/**
 * Length of a window, s. A quarter of the windows is calm, so that other work of the machine affects calm and disturbed
 * ones alike.
 */
const WINDOW_S = 30;
const CALM_ONE_IN = 4;
/** Number of requests among which one makes a video. */
const VIDEO_ONE_IN = 100;
/** Number of open requests from which the system counts as too slow. */
const MOST_OPEN = 300;
const KINDS_SHOWN = 10;

export interface LoadOptions {
  origin: string;
  /** Requests a second. */
  rate: number;
  seconds: number;
}

/** Results of the load. */
export interface LoadResult {
  /** Durations of the others' requests, ms. */
  latenciesMs: { calm: number[]; disturbed: number[] };
  /** Number of requests that were sent in each manner. */
  sent: Map<string, number>;
  failures: string[];
}

/**
 * Sends requests of all customers at a steady rate, whether earlier ones have been answered or not. While it disturbs, 5 % of
 * them are hung up, 5 % read slowly and 5 % sent half.
 */
export async function soakLoad(
  customers: readonly { customer: Customer; times: UsualTimes }[],
  { origin, rate, seconds }: LoadOptions,
): Promise<LoadResult> {
  const result: LoadResult = { latenciesMs: { calm: [], disturbed: [] }, sent: new Map(), failures: [] };
  const unexpected = new Map<string, number>();
  const open = new Set<Promise<void>>();
  const send = async (isDisturbed: boolean): Promise<void> => {
    const { customer, times } = oneOf(customers);
    const request = requestOf(customer);
    const manner = isDisturbed && Math.random() < RUDE_MANNERS.length / RUDE_ONE_IN ? oneOf(RUDE_MANNERS) : 'patient';
    result.sent.set(manner, (result.sent.get(manner) ?? 0) + 1);
    if (manner !== 'patient' || request.isEndless) {
      await sendRudely(request, manner === 'patient' ? 'hangs up' : manner, { origin, times });
      return;
    }
    const { status, ms } = await sendAs('patient', request, { origin, leaveAfterMs: 0 });
    result.latenciesMs[isDisturbed ? 'disturbed' : 'calm'].push(ms);
    if (status === request.status) return;
    const sentence = `${request.kind} was answered ${status ?? 'nothing'}, not ${request.status}`;
    unexpected.set(sentence, (unexpected.get(sentence) ?? 0) + 1);
  };
  const begun = performance.now();
  for (let number = 0; number < rate * seconds; number += 1) {
    const atS = number / rate;
    await delay(Math.max(0, begun + 1_000 * atS - performance.now()));
    if (open.size >= MOST_OPEN) await Promise.race(open);
    const sending = send(Math.floor(atS / WINDOW_S) % CALM_ONE_IN !== 0).finally(() => open.delete(sending));
    open.add(sending);
  }
  await Promise.all(open);
  const sentences = [...unexpected].toSorted(([, a], [, b]) => b - a).slice(0, KINDS_SHOWN);
  result.failures.push(...sentences.map(([sentence, count]) => `${sentence}, ${count} times`));
  return result;
}

function requestOf({ requests, createVideo }: Customer): CustomerRequest {
  return Math.random() < 1 / VIDEO_ONE_IN ? createVideo : oneOf(requests);
}
