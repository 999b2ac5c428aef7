import type { OpenObject } from './object-store.js';

/** An object whose stream is destroyed at the end of its `await using`, which waits until its file has been closed. */
export function withEnd(object: Omit<OpenObject, typeof Symbol.asyncDispose>): OpenObject {
  const { stream } = object;
  const end = async (): Promise<void> => {
    if (stream.closed) return;
    stream.on('error', () => undefined); // its reader has reported the error
    const closed = new Promise((resolve) => stream.once('close', resolve));
    stream.destroy();
    await closed;
  };
  return { ...object, [Symbol.asyncDispose]: end };
}
