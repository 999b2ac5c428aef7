import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Readable } from 'node:stream';
import { FfmpegError, killGroup } from '../child-process.js';
import { reducedEnvironment } from '../tools.js';

type Decoder = ChildProcessByStdio<null, Readable, Readable>;

const KEPT_STDERR = 4_000;

/**
 * The pictures a decoding ffmpeg writes, one after the other. The next picture is read while the last one is in use; beyond
 * that the pipe holds the decoder back.
 */
export class ClipReader {
  readonly #decoder: Decoder;
  readonly #closed: Promise<void>;
  /** Two, so that one can be filled while the other is shown. */
  readonly #buffers: readonly [Uint8Array, Uint8Array];
  #filling = 0;
  #filled = 0;
  /** What came after the end of a picture. */
  #rest: Uint8Array | null = null;
  #stderr = '';
  #failure: FfmpegError | null = null;
  #hasEnded = false;
  #isKilled = false;
  #wake: (() => void) | null = null;

  /** Starts `command`; every picture has `pictureBytes` bytes. */
  constructor(command: string, args: readonly string[], pictureBytes: number) {
    this.#buffers = [new Uint8Array(pictureBytes), new Uint8Array(pictureBytes)];
    this.#decoder = spawn(command, args, {
      detached: true,
      env: reducedEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
    });
    this.#closed = this.#watch(command);
    this.#decoder.stdout.on('data', (chunk: Uint8Array) => this.#take(chunk));
  }

  /**
   * The next picture, valid until the one after it; null after the last one, which stays valid.
   *
   * @throws FfmpegError when the decoder could not be started or ended without success
   */
  async next(): Promise<Uint8Array | null> {
    const picture = this.#buffers[this.#filling as 0 | 1];
    while (this.#filled < picture.length && !this.#hasEnded) {
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
    if (this.#failure) throw this.#failure;
    if (this.#filled < picture.length) return null;
    this.#filling = 1 - this.#filling;
    this.#filled = 0;
    const rest = this.#rest;
    this.#rest = null;
    if (rest) this.#take(rest);
    if (this.#filled < picture.length) this.#decoder.stdout.resume();
    return picture;
  }

  /** Ends the decoder, wherever it is, and waits until it is gone. */
  async close(): Promise<void> {
    this.#isKilled = true;
    const isRunning = this.#decoder.exitCode === null && this.#decoder.signalCode === null;
    if (isRunning) killGroup(this.#decoder.pid);
    this.#decoder.stdout.destroy();
    await this.#closed;
  }

  #take(chunk: Uint8Array): void {
    const buffer = this.#buffers[this.#filling as 0 | 1];
    const part = chunk.subarray(0, buffer.length - this.#filled);
    buffer.set(part, this.#filled);
    this.#filled += part.length;
    if (this.#filled < buffer.length) return;
    if (part.length < chunk.length) this.#rest = chunk.subarray(part.length);
    this.#decoder.stdout.pause();
    this.#awaken();
  }

  #watch(command: string): Promise<void> {
    this.#decoder.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-KEPT_STDERR);
    });
    return new Promise((resolve) => {
      const end = (failure: FfmpegError | null): void => {
        this.#failure ??= failure;
        this.#hasEnded = true;
        this.#awaken();
        resolve();
      };
      this.#decoder.on('error', (cause) => end(new FfmpegError(`${command} could not be started`, '', { cause })));
      this.#decoder.on('close', (code, signal) => {
        const isFine = code === 0 || this.#isKilled;
        end(isFine ? null : new FfmpegError(`${command} ended with ${signal ?? `code ${code ?? -1}`}`, this.#stderr));
      });
    });
  }

  #awaken(): void {
    this.#wake?.();
    this.#wake = null;
  }
}
