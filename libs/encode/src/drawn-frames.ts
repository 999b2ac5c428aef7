import { setImmediate as nextTurn } from 'node:timers/promises';

/** Draws frame `n` as I420 (Y, U, V planes, BT.709 limited). The bytes must not change during the next 3 calls. */
export type FrameSource = (frame: number) => Promise<Uint8Array>;

export interface EncodeHooks {
  /** Aborting kills every process; the call then rejects with the signal's reason. */
  signal: AbortSignal;
  /** Called before frames are drawn with the numbers of all of them, ascending; for a gif, twice. */
  onPass?(numbers: readonly number[]): void;
  /** Called after each drawn frame with the number of finished frames. */
  onFrame?(done: number): void;
}

/** Draws the frames `numbers` one by one, on demand. */
export async function* drawnFrames(
  numbers: Iterable<number>,
  frames: FrameSource,
  { signal, onPass, onFrame }: EncodeHooks,
): AsyncGenerator<Uint8Array> {
  const all = [...numbers];
  onPass?.(all);
  for (const number of all) {
    signal.throwIfAborted();
    yield await frames(number);
    onFrame?.(number + 1);
    // Skia's memory is freed between macrotasks only. Timers and heartbeats run, too.
    await nextTurn();
  }
}
