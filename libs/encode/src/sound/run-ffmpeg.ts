import type { ChildProcess, SpawnOptions } from 'node:child_process';
import type { Readable } from 'node:stream';
import ffmpeg from 'fluent-ffmpeg';
import { SOUND_LIMIT_S } from '../encode-arguments.js';
import { FfmpegError, killGroup } from '../child-process.js';
import { reducedEnvironment } from '../tools.js';

/** One run of ffmpeg on files: inputs, one filter graph, one output. Options never contain a caller's text. */
export interface FfmpegRun {
  /** At most one of them is a stream. */
  inputs: readonly { source: string | Readable; options: readonly string[] }[];
  /** A complex filter graph. */
  filter: string;
  outputOptions: readonly string[];
  output: string;
}

/** The last lines of a program's output. */
interface Lines {
  get(): string;
}
type Ended = (error: Error | null, stdout?: Lines, stderr?: Lines) => void;

/**
 * Internals of fluent-ffmpeg 2.1.3 that are replaced. It queries ffmpeg's formats and encoders first, which takes 165 ms and
 * fails with ffmpeg ≥ 7; it spawns into our process group with our whole environment; and it reads the output of a program
 * that could not be started.
 */
interface Internals {
  _checkCapabilities: (done: () => void) => void;
  availableEncoders: (done: (error: null, encoders: object) => void) => void;
  _spawnFfmpeg: (args: string[], options: SpawnOptions, started: unknown, ended: Ended) => void;
  ffmpegProc?: ChildProcess;
}

/**
 * Runs ffmpeg through fluent-ffmpeg. Aborting kills its process group.
 *
 * @throws FfmpegError, or the signal's reason after an abort
 */
export async function runFfmpeg(run: FfmpegRun, program: string, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  const builder = ffmpeg().setFfmpegPath(program);
  const internals = isolate(builder);
  for (const { source, options } of run.inputs) builder.input(source).inputOptions([...options]);
  builder
    .complexFilter(run.filter)
    .outputOptions(['-nostdin', '-hide_banner', '-v', 'error', '-timelimit', `${SOUND_LIMIT_S}`])
    .outputOptions([...run.outputOptions])
    .output(run.output);
  const kill = () => killGroup(internals.ffmpegProc?.pid);
  signal?.addEventListener('abort', kill, { once: true });
  try {
    await new Promise<void>((resolve, reject) => {
      builder.once('start', () => signal?.aborted && kill());
      builder.once('end', () => resolve());
      builder.once('error', (cause: Error, _stdout: unknown, stderr: unknown) => {
        const error = new FfmpegError(`${program}: ${cause.message}`, typeof stderr === 'string' ? stderr : '', {
          cause,
        });
        // The error of an input stream is emitted before the program has ended.
        if (internals.ffmpegProc) internals.ffmpegProc.once('close', () => reject(error));
        else reject(error);
        kill();
      });
      builder.run();
    });
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener('abort', kill);
  }
}

function isolate(builder: ffmpeg.FfmpegCommand): Internals {
  const internals = builder as unknown as Internals;
  const spawn = internals._spawnFfmpeg.bind(builder);
  internals._checkCapabilities = (done) => done();
  internals.availableEncoders = (done) => done(null, {});
  const nothing: Lines = { get: () => '' };
  internals._spawnFfmpeg = (args, options, started, ended) =>
    spawn(
      args,
      { ...options, detached: true, env: reducedEnvironment() },
      started,
      (error, stdout = nothing, stderr = nothing) => ended(error, stdout, stderr),
    );
  return internals;
}
