import { setImmediate as immediate } from 'node:timers/promises';

/** Does work that yields where it may be left for a while; whatever waits for the event loop comes in between. */
export async function runCooperatively<T>(work: Generator<void, T>): Promise<T> {
  for (let turn = work.next(); ; turn = work.next()) {
    if (turn.done) return turn.value;
    // The first comes within the turn that a request's bytes came in, before anybody else is heard; the second in the next.
    await immediate();
    await immediate();
  }
}
