import { setTimeout as delay } from 'node:timers/promises';

/**
 * Repeats `check` until it neither throws nor returns false, and returns what it returned.
 * @throws Error after `timeoutMs` that names `what` and the reason of the last failure
 */
export async function until(what, check, timeoutMs, everyMs = 500) {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    let reason;
    try {
      const value = await check();
      if (value !== false) return value;
      reason = 'it does not hold';
    } catch (error) {
      reason = error.message;
    }
    if (Date.now() > deadline) throw new Error(`Not within ${timeoutMs / 1_000} s: ${what}: ${reason}`);
    await delay(everyMs);
  }
}
