import type { Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { startProcess } from './child-process.js';

/** Draws frame `n` as I420 (Y, U, V planes, BT.709 limited). The bytes must stay as they are during the next 3 calls. */
export type FrameSource = (frame: number) => Promise<Uint8Array>;

export interface EncodeHooks {
  /** Aborting ends every process; the call then rejects with the signal's reason. */
  signal: AbortSignal;
  /** Called after each frame with the number of frames handed over so far. */
  onFrame?(done: number): void;
}

/** Frames that may lie in the pipe while the next one is drawn: within the three calls that a frame stays intact. */
const FRAMES_IN_PIPE = 2;

/**
 * Starts `command` and sends the frames named by `numbers` down its stdin, in order and with back-pressure. Resolves when it
 * has exited well; otherwise rejects with FfmpegError, the frame source's error or the signal's reason, and it is gone.
 */
export async function feedFrames(
  encoder: { command: string; args: readonly string[] },
  numbers: Iterable<number>,
  frames: FrameSource,
  hooks: EncodeHooks,
): Promise<void> {
  hooks.signal.throwIfAborted();
  const running = startProcess(encoder.command, encoder.args, hooks.signal);
  try {
    await pump(running.stdin, numbers, frames, hooks);
  } catch (error) {
    // A failed write only says that ffmpeg is gone: `finished` knows why. After any other error nobody needs ffmpeg.
    if (error instanceof PipeError) await running.finished;
    running.kill();
    await running.finished.catch(() => undefined);
    throw error;
  }
  await running.finished;
}

/** The encoder no longer reads. */
class PipeError extends Error {}

async function pump(
  stdin: Writable,
  numbers: Iterable<number>,
  frames: FrameSource,
  { signal, onFrame }: EncodeHooks,
): Promise<void> {
  const writes: Promise<void>[] = [];
  let done = 0;
  for (const number of numbers) {
    signal.throwIfAborted();
    writes.push(write(stdin, await frames(number)));
    if (writes.length > FRAMES_IN_PIPE) await writes.shift();
    onFrame?.(++done);
    // Skia's frame memory is freed by the macrotask queue only; timers and heartbeats run too.
    await nextTurn();
  }
  await Promise.all(writes);
  stdin.end();
}

function write(stdin: Writable, bytes: Uint8Array): Promise<void> {
  const written = new Promise<void>((resolve, reject) => {
    stdin.write(bytes, (error) => {
      if (error) reject(new PipeError('the encoder no longer reads', { cause: error }));
      else resolve();
    });
  });
  written.catch(() => undefined); // awaited a few frames later
  return written;
}
