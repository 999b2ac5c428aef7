import { setTimeout as delay } from 'node:timers/promises';

/** Pause between two tries, ms: a tenth of the time waited so far, because each try takes CPU time from what it waits for. */
const [SHORTEST_MS, LONGEST_MS] = [50, 250];

/**
 * Repeats `check` until it neither throws nor returns false, and returns what it returned.
 * @param options.timeoutMs after this the last error is thrown (default 60,000)
 * @param options.everyMs pause between two tries (default 50, and 250 once it has waited for some seconds)
 */
export async function eventually<T>(
  check: () => Promise<T> | T,
  options: { timeoutMs?: number; everyMs?: number } = {},
): Promise<Exclude<T, false>> {
  const { timeoutMs = 60_000, everyMs } = options;
  const begun = Date.now();
  const deadline = begun + timeoutMs;
  for (;;) {
    try {
      const value = await check();
      if (value !== false) return value as Exclude<T, false>;
      throw new Error('the condition does not hold');
    } catch (error) {
      if (Date.now() >= deadline) throw new Error(`Not within ${timeoutMs} ms: ${message(error)}`, { cause: error });
    }
    await delay(everyMs ?? Math.min(LONGEST_MS, Math.max(SHORTEST_MS, (Date.now() - begun) / 10)));
  }
}

function message(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
