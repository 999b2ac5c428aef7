import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { FfmpegError, killGroup } from '../child-process.js';
import { reducedEnvironment } from '../tools.js';
import { openSocketPair } from './socket-pair.js';

type Decoder = ChildProcessByStdio<null, null, Readable>;

const KEPT_STDERR = 4_000;

/**
 * Reads the pictures of a decoding ffmpeg in order. The next picture is read while the last one is in use; further ones wait
 * in the decoder by back-pressure. Nothing is allocated per picture.
 */
export class FootageReader {
  readonly #command: string;
  readonly #started: Promise<void>;
  /** Two, so that one is filled while the other is in use. */
  readonly #buffers: readonly [Uint8Array, Uint8Array];
  #decoder: Decoder | undefined;
  #connection: Socket | undefined;
  /** The buffer being filled, the number of bytes in it, and whether a full one waits for `next`. */
  #filling: 0 | 1 = 0;
  #filled = 0;
  #isReady = false;
  #stderr = '';
  #failure: Error | null = null;
  #hasEnded = false;
  #isClosed = false;
  #wake: (() => void) | null = null;

  /** Starts `command`, which writes pictures of `pictureBytes` bytes. */
  constructor(command: string, args: readonly string[], pictureBytes: number) {
    this.#command = command;
    this.#buffers = [new Uint8Array(pictureBytes), new Uint8Array(pictureBytes)];
    this.#started = this.#start(args).catch((error: unknown) => this.#end(error as Error));
  }

  /**
   * The next picture, valid until the one after it; null after the last one, which stays valid.
   *
   * @throws FfmpegError when the decoder could not be started or ended without success
   */
  async next(): Promise<Uint8Array | null> {
    await this.#started;
    while (!this.#isReady && !this.#hasEnded) await new Promise<void>((resolve) => (this.#wake = resolve));
    if (this.#failure) throw this.#failure;
    if (!this.#isReady) return null;
    this.#isReady = false;
    // Reading continues in the other buffer, which is no longer in use.
    const picture = this.#buffers[this.#filling === 0 ? 1 : 0];
    this.#connection?.resume();
    return picture;
  }

  /** Kills the decoder and waits until it has exited. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#started;
    const decoder = this.#decoder;
    if (decoder && decoder.exitCode === null && decoder.signalCode === null) killGroup(decoder.pid);
    this.#connection?.destroy();
    while (!this.#hasEnded) await new Promise<void>((resolve) => (this.#wake = resolve));
  }

  async #start(args: readonly string[]): Promise<void> {
    const { ours, theirs } = await openSocketPair({
      buffer: () => this.#buffers[this.#filling].subarray(this.#filled),
      callback: (bytes) => this.#take(bytes),
    });
    this.#connection = ours.on('error', (error) => this.#end(error));
    const decoder = decoderOf(this.#command, args, theirs);
    this.#decoder = decoder;
    decoder.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-KEPT_STDERR);
    });
    this.#watch(decoder, ours);
  }

  /** Counts bytes read; false pauses reading and so the decoder. */
  #take(bytes: number): boolean {
    this.#filled += bytes;
    if (this.#filled < this.#buffers[0].length) return true;
    this.#filling = this.#filling === 0 ? 1 : 0;
    this.#filled = 0;
    this.#isReady = true;
    this.#wakeUp();
    return false;
  }

  /** Ends the reader when the decoder has exited and all its output has been read. */
  #watch(decoder: Decoder, connection: Socket): void {
    const drained = new Promise<void>((resolve) => connection.once('close', () => resolve()));
    decoder.once('error', (cause) => {
      connection.destroy();
      this.#end(new FfmpegError(`${this.#command} could not be started`, '', { cause }));
    });
    decoder.once('close', (code, signal) => {
      const isFine = code === 0 || this.#isClosed;
      const reason = `${this.#command} ended with ${signal ?? `code ${code ?? -1}`}`;
      void drained.then(() => this.#end(isFine ? null : new FfmpegError(reason, this.#stderr)));
    });
  }

  #end(failure: Error | null): void {
    if (!this.#isClosed) this.#failure ??= failure;
    this.#hasEnded = true;
    this.#wakeUp();
  }

  #wakeUp(): void {
    this.#wake?.();
    this.#wake = null;
  }
}

/** Starts a decoder that writes into a socket, which it inherits: this process has its own end closed in any case. */
function decoderOf(command: string, args: readonly string[], output: Socket): Decoder {
  try {
    return spawn(command, args, {
      detached: true,
      env: reducedEnvironment(),
      stdio: ['ignore', output, 'pipe'],
      windowsHide: true,
    });
  } finally {
    output.destroy();
  }
}
