import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { reducedEnvironment } from './tools.js';

/** ffmpeg or ffprobe could not be started, or ended without success. */
export class FfmpegError extends Error {
  constructor(
    message: string,
    /** The end of what the program wrote to stderr. It may name files: for the log, not for callers. */
    readonly stderr: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'FfmpegError';
  }
}

/** What a program said when it ended well. */
export interface ProcessOutput {
  stdout: string;
  stderr: string;
}

export interface RunningProcess {
  readonly stdin: Writable;
  /** For the caller to read to its end, if that is what it asked for. */
  readonly stdout: Readable;
  /** Resolves when the program exits with 0; rejects with {@link FfmpegError}, or with the signal's reason after an abort. */
  readonly finished: Promise<ProcessOutput>;
  /** Ends the program and everything it started, at once. */
  kill(): void;
}

/** Characters kept of each output: ffprobe's JSON fits, a decoder complaining about every block of a file does not matter. */
const KEPT_STDOUT = 1_000_000;
const KEPT_STDERR = 4_000;

/** Who reads what a program writes to stdout: it is text for `finished`, or bytes for the caller. */
type Stdout = 'text' | 'bytes';

/**
 * Starts a program in its own process group with a reduced environment. Aborting `signal` kills the whole group; `finished`
 * settles only after the program is gone, so nothing outlives the caller's await.
 */
export function startProcess(
  command: string,
  args: readonly string[],
  signal?: AbortSignal,
  stdout: Stdout = 'text',
): RunningProcess {
  const child = spawn(command, args, { detached: true, env: reducedEnvironment(), stdio: 'pipe', windowsHide: true });
  const kill = () => {
    killGroup(child.pid);
    // What nobody reads any more would keep it from being closed.
    child.stdout.destroy();
  };
  if (signal?.aborted) kill();
  signal?.addEventListener('abort', kill, { once: true });
  // A program that ends early makes writes fail with EPIPE: each writer sees that in its callback, the cause comes from `finished`.
  child.stdin.on('error', () => undefined);
  const finished = outcome(child, command, stdout, signal).finally(() => signal?.removeEventListener('abort', kill));
  finished.catch(() => undefined); // a caller busy drawing awaits it later; until then the rejection is not unhandled
  return { stdin: child.stdin, stdout: child.stdout, finished, kill };
}

/** Runs a program that reads nothing from stdin to its end. */
export async function runProcess(
  command: string,
  args: readonly string[],
  signal?: AbortSignal,
): Promise<ProcessOutput> {
  signal?.throwIfAborted();
  const running = startProcess(command, args, signal);
  running.stdin.end();
  return running.finished;
}

/** Kills a process group led by `pid`; one that is already gone is no error. */
export function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function outcome(
  child: ChildProcessWithoutNullStreams,
  command: string,
  stdout: Stdout,
  signal: AbortSignal | undefined,
): Promise<ProcessOutput> {
  const output: ProcessOutput = { stdout: '', stderr: '' };
  if (stdout === 'text') {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output.stdout = (output.stdout + text).slice(0, KEPT_STDOUT);
    });
  }
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.stderr = (output.stderr + text).slice(-KEPT_STDERR);
  });
  return new Promise((resolve, reject) => {
    child.on('error', (cause) => reject(new FfmpegError(`${command} could not be started`, '', { cause })));
    child.on('close', (code, endSignal) => {
      if (signal?.aborted) reject(signal.reason as Error);
      else if (code === 0) resolve(output);
      else reject(new FfmpegError(`${command} ended with ${endSignal ?? `code ${code ?? -1}`}`, output.stderr.trim()));
    });
  });
}
