import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose_gc');

/** Collects the garbage of this process at once. */
export const collectGarbage = runInNewContext('gc') as () => void;

/**
 * Collects it, and returns once finalizers have run: Node ends the process by an exception for every `FileHandle` that is
 * found open then.
 */
export async function finalizeGarbage(): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    collectGarbage();
    await delay(1);
  }
}
