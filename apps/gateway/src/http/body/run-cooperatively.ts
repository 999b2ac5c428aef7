import { setImmediate as immediate } from 'node:timers/promises';

/** Runs work that yields at points where the event loop may process other events. */
export async function runCooperatively<T>(work: Generator<void, T>): Promise<T> {
  for (let turn = work.next(); ; turn = work.next()) {
    if (turn.done) return turn.value;
    // The first immediate runs in the poll phase that read the request; only the second lets other connections be read.
    await immediate();
    await immediate();
  }
}

/** Runs the same work without a break, where nothing else waits. */
export function runAtOnce<T>(work: Generator<void, T>): T {
  for (let turn = work.next(); ; turn = work.next()) if (turn.done) return turn.value;
}
