import type { SpawnOptions } from 'node:child_process';
import ffmpeg from 'fluent-ffmpeg';
import { FfmpegError, killGroup } from './child-process.js';
import { reducedEnvironment } from './tools.js';

/** Work on files: what goes in, one filter graph, what comes out. Options are ffmpeg's, without caller's text. */
export interface FileWork {
  inputs: readonly { file: string; options: readonly string[] }[];
  /** A complex filter graph. */
  filter: string;
  /** Label of the graph that goes into the file. */
  map: string;
  outputOptions: readonly string[];
  output: string;
}

/** Seconds of processor time after which the system itself ends the program, should we not be there to do it. */
const CPU_LIMIT_S = 600;

/**
 * What of fluent-ffmpeg 2.1.3 is replaced: it asks ffmpeg for its formats and encoders first (165 ms, and the answer of
 * ffmpeg ≥ 7 confuses it), and would spawn into our process group with our whole environment.
 */
interface Internals {
  _checkCapabilities: (done: () => void) => void;
  availableEncoders: (done: (error: null, encoders: object) => void) => void;
  _spawnFfmpeg: (args: string[], options: SpawnOptions, ...callbacks: unknown[]) => void;
  ffmpegProc?: { pid?: number };
}

/** Runs file work to its end through fluent-ffmpeg. Aborting kills ffmpeg's process group; rejects as {@link FfmpegError}. */
export async function runFileWork(work: FileWork, program: string, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  const command = ffmpeg().setFfmpegPath(program);
  const internals = isolate(command);
  for (const { file, options } of work.inputs) command.input(file).inputOptions([...options]);
  command
    .complexFilter(work.filter)
    .outputOptions(['-nostdin', '-hide_banner', '-v', 'error', '-timelimit', `${CPU_LIMIT_S}`, '-map', work.map])
    .outputOptions([...work.outputOptions])
    .output(work.output);
  const kill = () => killGroup(internals.ffmpegProc?.pid);
  signal?.addEventListener('abort', kill, { once: true });
  try {
    await new Promise<void>((resolve, reject) => {
      command.once('start', () => signal?.aborted && kill());
      command.once('end', () => resolve());
      command.once('error', (cause: Error, _stdout: unknown, stderr: unknown) => {
        reject(new FfmpegError(`${program}: ${cause.message}`, typeof stderr === 'string' ? stderr : '', { cause }));
      });
      command.run();
    });
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener('abort', kill);
  }
}

function isolate(command: ffmpeg.FfmpegCommand): Internals {
  const internals = command as unknown as Internals;
  const spawn = internals._spawnFfmpeg.bind(command);
  internals._checkCapabilities = (done) => done();
  internals.availableEncoders = (done) => done(null, {});
  internals._spawnFfmpeg = (args, options, ...callbacks) =>
    spawn(args, { ...options, detached: true, env: reducedEnvironment() }, ...callbacks);
  return internals;
}
