import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose_gc');

/** Collects the garbage of this process at once. */
export const collectGarbage = runInNewContext('gc') as () => void;

/**
 * Collects the garbage of this process and returns once finalizers have run. For every `FileHandle` that is found open
 * then, Node ends the process by an exception.
 */
export async function finalizeGarbage(): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    collectGarbage();
    await delay(1);
  }
}
