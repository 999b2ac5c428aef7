import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { type Push, type PushedRequest, type Pusher, PUSHES, type PushName } from './pushes.ts';

/** The first message to the process. */
export interface PushOrder {
  readonly name: PushName;
  readonly pusher: Pusher;
}

/** Number of answers by status; 0 stands for a connection that failed. */
export type Answers = Record<number, number>;

const REFUSED = [429, 503];

/**
 * Pushes until the second message, then reports its {@link Answers}. It is a process of its own, so that the clock of
 * the measured requests does not wait for it.
 */
process.once('message', (order: PushOrder) => {
  const over = new AbortController();
  process.once('message', () => over.abort());
  process.once('disconnect', () => process.exit());
  void push(order, over.signal).then((answers) => process.send!(answers, () => process.disconnect!()));
});

async function push({ name, pusher }: PushOrder, signal: AbortSignal): Promise<Answers> {
  const kind: Push = PUSHES[name];
  const answers: Answers = {};
  let number = 0;
  const caller = async (): Promise<void> => {
    for (;;) {
      const answer = await send(pusher, kind.request(pusher, (number += 1)), signal);
      if (answer === null) return;
      answers[answer.status] = (answers[answer.status] ?? 0) + 1;
      await delay(1_000 * answer.retryAfterS);
    }
  };
  await Promise.race([Promise.all(Array.from({ length: kind.callers }, caller)), once(signal, 'abort')]);
  return answers;
}

/** @returns null when it was aborted */
async function send(
  { baseUrl, key }: Pusher,
  { method, path, type, body, key: ownKey = key }: PushedRequest,
  signal: AbortSignal,
): Promise<{ status: number; retryAfterS: number } | null> {
  const headers = { authorization: `Bearer ${ownKey}`, ...(type !== undefined && { 'content-type': type }) };
  const init = { method, headers, signal, ...(body !== undefined && { body, duplex: 'half' }) };
  try {
    const response = await fetch(baseUrl + path, init as RequestInit);
    await response.arrayBuffer();
    const { status } = response;
    return { status, retryAfterS: REFUSED.includes(status) ? Number(response.headers.get('retry-after') ?? 1) : 0 };
  } catch {
    return signal.aborted ? null : { status: 0, retryAfterS: 1 };
  }
}
