import { setImmediate as nextTurn } from 'node:timers/promises';

/** Draws frame `n` as I420 (Y, U, V planes, BT.709 limited). The bytes must stay as they are during the next 3 calls. */
export type FrameSource = (frame: number) => Promise<Uint8Array>;

export interface EncodeHooks {
  /** Aborting ends every process; the call then rejects with the signal's reason. */
  signal: AbortSignal;
  /** Called after each frame that was drawn with the number of frames that are done. */
  onFrame?(done: number): void;
}

/** The frames named by `numbers`, each drawn when it is asked for. */
export async function* drawnFrames(
  numbers: Iterable<number>,
  frames: FrameSource,
  { signal, onFrame }: EncodeHooks,
): AsyncGenerator<Uint8Array> {
  for (const number of numbers) {
    signal.throwIfAborted();
    yield await frames(number);
    onFrame?.(number + 1);
    // Skia's frame memory is freed by the macrotask queue only; timers and heartbeats run too.
    await nextTurn();
  }
}
