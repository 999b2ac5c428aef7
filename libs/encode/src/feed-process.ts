import type { Writable } from 'node:stream';
import type { RunningProcess } from './child-process.js';

/** Chunks that may lie in the pipe while the next one is made. */
const CHUNKS_IN_PIPE = 2;

/**
 * Sends chunks down a program's stdin, in order and with back-pressure: each is left alone during the next 3. Resolves when the
 * program has exited well; otherwise rejects with FfmpegError, the chunks' error or the signal's reason, and it is gone.
 */
export async function feedProcess(running: RunningProcess, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  try {
    await pump(running.stdin, chunks);
  } catch (error) {
    // A failed write only says that the program is gone: `finished` knows why. After any other error nobody needs it.
    if (error instanceof PipeError) await running.finished;
    running.kill();
    await running.finished.catch(() => undefined);
    throw error;
  }
  await running.finished;
}

/** The program no longer reads. */
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
