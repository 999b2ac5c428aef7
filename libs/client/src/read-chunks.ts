import { FramewrightError } from './framewright-error.js';

/**
 * The bytes of a body as they arrive. A consumer that stops early ends the connection.
 * @throws FramewrightError `TIMEOUT` if none arrive for `idleMs`; the signal's reason; TypeError if the connection breaks
 */
export async function* readChunks(
  { body }: Response,
  idleMs: number,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  if (!body) return;
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await within(idleMs, reader.read(), signal);
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined); // the connection may be broken already
  }
}

/**
 * Limits a result by `ms` and by the signal. It listens to the signal itself, because `fetch` of some versions of Node
 * no longer does after a garbage collection.
 */
function within<T>(ms: number, result: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason as Error);
    const timer = setTimeout(() => {
      reject(new FramewrightError(`No byte of the response for ${ms} ms`, { code: 'TIMEOUT' }));
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
    void result.then(resolve, reject).finally(() => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    });
    if (signal.aborted) stop(); // not before the rejection of `result` is handled
  });
}
