import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { errnoOf } from '#libs/errors';
import { reducedEnvironment } from './tools.js';

/** ffmpeg, ffprobe or gifsicle could not be started, or ended without success. */
export class FfmpegError extends Error {
  constructor(
    message: string,
    /** The end of the program's stderr. It may contain paths: for the log, not for callers. */
    readonly stderr: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'FfmpegError';
  }
}

/** The output of a program that succeeded. */
export interface ProcessOutput {
  stdout: string;
  stderr: string;
}

export interface RunningProcess {
  readonly stdin: Writable;
  /** Unless it is read as text, the caller must read it to its end. */
  readonly stdout: Readable;
  /** Resolves when the program exits with 0. @throws FfmpegError, or the signal's reason after an abort */
  readonly finished: Promise<ProcessOutput>;
  /** Kills the program and its child processes. */
  kill(): void;
}

/** Characters kept of each output. ffprobe's JSON fits; of a decoder that reports every block only the last lines matter. */
const KEPT_STDOUT = 1_000_000;
const KEPT_STDERR = 4_000;

/** The reader of the program's stdout: `finished` as text, or the caller as bytes. */
type Stdout = 'text' | 'bytes';

/**
 * Starts a program in its own process group with a reduced environment. Aborting `signal` kills the group. `finished` settles
 * only after the program has exited, so that it never outlives the caller's await.
 */
export function startProcess(
  command: string,
  args: readonly string[],
  signal?: AbortSignal,
  stdout: Stdout = 'text',
): RunningProcess {
  const options = { detached: true, env: reducedEnvironment(), stdio: 'pipe', windowsHide: true } as const;
  const child = spawn(command, args, options);
  const kill = () => {
    killGroup(child.pid);
    // Unread output would keep the streams open.
    child.stdout.destroy();
  };
  if (signal?.aborted) kill();
  signal?.addEventListener('abort', kill, { once: true });
  // Writes to a program that ended fail with EPIPE. Each writer's callback receives that; `finished` has the cause.
  child.stdin.on('error', () => undefined);
  const finished = outcome(child, command, stdout, signal).finally(() => signal?.removeEventListener('abort', kill));
  finished.catch(() => undefined); // the caller awaits it later: until then the rejection must not count as unhandled
  return { stdin: child.stdin, stdout: child.stdout, finished, kill };
}

/** Runs a program without input to its end. @throws as {@link RunningProcess.finished} */
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

/**
 * A stream of a program. It ends only if the program succeeded, so that a reader never takes the output of a failed one
 * for a faulty stream.
 *
 * @throws as {@link RunningProcess.finished}
 */
export async function* untilSuccess(
  stream: AsyncIterable<Uint8Array>,
  program: RunningProcess,
): AsyncGenerator<Uint8Array> {
  try {
    yield* stream;
  } catch (error) {
    // The output of a program that is killed closes before its end; why it was killed is the cause.
    await program.finished;
    throw error;
  }
  await program.finished;
}

/** Kills the process group led by `pid`. One that has ended is no error. */
export function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if (errnoOf(error) !== 'ESRCH') throw error;
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
