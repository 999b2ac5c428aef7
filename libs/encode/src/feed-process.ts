import type { Writable } from 'node:stream';
import type { ProcessOutput, RunningProcess } from './child-process.js';

/** Chunks that may wait in the pipe while the next one is produced. */
const CHUNKS_IN_PIPE = 2;

/**
 * Writes chunks to a program's stdin, in order and with back-pressure. A chunk must not change while the next 3 are produced.
 * Resolves when the program has succeeded; after an error the program is gone.
 *
 * @throws FfmpegError, the error of `chunks`, or the signal's reason
 */
export async function feedProcess(running: RunningProcess, chunks: AsyncIterable<Uint8Array>): Promise<ProcessOutput> {
  try {
    await pump(running.stdin, chunks);
  } catch (error) {
    // A failed write means that the program has ended: `finished` throws the cause. After other errors it is killed.
    if (error instanceof PipeError) await running.finished;
    running.kill();
    await running.finished.catch(() => undefined);
    throw error;
  }
  return running.finished;
}

/** The program no longer reads its stdin. */
class PipeError extends Error {}

async function pump(stdin: Writable, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  const writes: Promise<void>[] = [];
  for await (const chunk of chunks) {
    writes.push(write(stdin, chunk));
    if (writes.length > CHUNKS_IN_PIPE) await writes.shift();
  }
  await Promise.all(writes);
  stdin.end();
}

function write(stdin: Writable, bytes: Uint8Array): Promise<void> {
  const written = new Promise<void>((resolve, reject) => {
    stdin.write(bytes, (error) => {
      if (error) reject(new PipeError('the program no longer reads', { cause: error }));
      else resolve();
    });
  });
  written.catch(() => undefined); // awaited a few chunks later
  return written;
}
