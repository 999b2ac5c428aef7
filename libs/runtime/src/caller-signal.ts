import { AsyncLocalStorage } from 'node:async_hooks';

const scope = new AsyncLocalStorage<AbortSignal>();

/** Runs `work` for a caller that may leave before it is done: the signal ends then. */
export function withCallerSignal<T>(signal: AbortSignal, work: () => T): T {
  return scope.run(signal, work);
}

/** The signal that ends when the caller of the current work is gone; undefined for work of the service's own. */
export function callerSignal(): AbortSignal | undefined {
  return scope.getStore();
}
