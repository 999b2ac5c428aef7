import { setTimeout as delay } from 'node:timers/promises';

/**
 * Repeats `check` until it neither throws nor returns false, and returns what it returned.
 * @param options.timeoutMs after this the last error is thrown (default 60,000)
 * @param options.everyMs pause between two tries (default 50)
 */
export async function eventually<T>(
  check: () => Promise<T> | T,
  options: { timeoutMs?: number; everyMs?: number } = {},
): Promise<Exclude<T, false>> {
  const { timeoutMs = 60_000, everyMs = 50 } = options;
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    try {
      const value = await check();
      if (value !== false) return value as Exclude<T, false>;
      throw new Error('the condition does not hold');
    } catch (error) {
      if (Date.now() >= deadline) throw new Error(`Not within ${timeoutMs} ms: ${message(error)}`, { cause: error });
    }
    await delay(everyMs);
  }
}

function message(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
