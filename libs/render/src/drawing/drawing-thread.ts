import { Worker } from 'node:worker_threads';
import { FrameError, type FrameRenderer } from '#libs/frames';
import type { DrawingTask, DrawingWork, FromThread } from './drawing-program.js';
import { FrameRing } from './frame-ring.js';

interface Settled<T> {
  resolve(value: T): void;
  reject(reason: unknown): void;
}

/** A thread that draws frames of one video. It starts no programs. */
export class DrawingThread {
  /** Resolves when it can draw. @throws as {@link draw} */
  readonly ready: Promise<void>;
  private readonly worker: Worker;
  private readonly ring: FrameRing;
  private readonly awaited: Settled<void>[] = [];
  private given = 0;
  private failure: Error | undefined;

  /** @param signal when it is aborted, frames that the thread still has to draw fail with its reason */
  constructor(
    work: DrawingWork,
    { width, height }: Pick<FrameRenderer, 'width' | 'height'>,
    private readonly signal: AbortSignal,
  ) {
    this.ring = new FrameRing((width * height * 3) / 2);
    this.worker = new Worker(...program({ ...work, memory: this.ring.memory }));
    this.worker.on('message', (message: FromThread) => this.receive(message));
    this.worker.on('error', (cause: Error) => this.fail(lost(cause)));
    this.worker.on('exit', (code) => this.fail(lost(new Error(`exit code ${code}`))));
    signal.addEventListener('abort', this.abort, { once: true });
    this.ready = this.reply();
  }

  /**
   * Draws a frame after those that it was given before. Its bytes may be overwritten once as many further frames were
   * given as the ring holds.
   *
   * @throws what the renderer throws, the signal's reason, or an error if the thread has died
   */
  draw(number: number): Promise<Uint8Array> {
    const place = this.ring.frame(this.given++);
    this.worker.postMessage(number);
    const drawn = this.reply().then(() => place);
    drawn.catch(() => undefined); // the encoder takes it later: until then the rejection must not count as unhandled
    return drawn;
  }

  /** Ends the thread after the call in progress. Resolves when it is gone. */
  async end(): Promise<void> {
    this.signal.removeEventListener('abort', this.abort);
    await this.worker.terminate();
    this.ring.release();
  }

  private reply(): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.failure) reject(this.failure);
      else this.awaited.push({ resolve, reject });
    });
  }

  private receive(message: FromThread): void {
    const next = this.awaited.shift();
    if (message.type === 'failed') next?.reject(errorOf(message));
    else next?.resolve();
  }

  private readonly abort = (): void => this.fail(this.signal.reason as Error);

  private fail(reason: Error): void {
    this.failure ??= reason;
    for (const { reject } of this.awaited.splice(0)) reject(this.failure);
  }
}

function lost(cause: Error): Error {
  return new Error('a thread that draws frames has ended', { cause });
}

function errorOf({ error, frameError }: FromThread & { type: 'failed' }): unknown {
  if (!frameError) return error;
  return new FrameError(frameError.code, frameError.path, frameError.reason, { cause: error });
}

/** The program beside this file, or beside the one that the build bundles this file into; in specs the TypeScript source. */
function program(workerData: DrawingTask): ConstructorParameters<typeof Worker> {
  const isSource = import.meta.url.endsWith('.ts');
  const loader = new URL('../../../testing/src/typescript-loader.mjs', import.meta.url);
  return [
    new URL(`./drawing-program.${isSource ? 'ts' : 'js'}`, import.meta.url),
    { workerData, execArgv: isSource ? ['--import', loader.href] : [] },
  ];
}
