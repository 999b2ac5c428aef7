import { setImmediate as nextTurn } from 'node:timers/promises';

/** Does work that yields where it may be left for a while; whatever waits for the event loop comes in between. */
export async function inTurns<T>(work: Generator<void, T>): Promise<T> {
  for (let turn = work.next(); ; turn = work.next()) {
    if (turn.done) return turn.value;
    await nextTurn();
  }
}
