import { MessageChannel } from 'node:worker_threads';
import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { Tinypool } from 'tinypool';
import { AppError } from '#libs/contracts';
import { errnoOf } from '#libs/errors';
import { callerSignal, Logger, threadProgram } from '#libs/runtime';
import { type Share, Shares } from '#libs/shares';
import type { Checked, SharedNow } from '#libs/template';
import { VideosConfig } from '../videos.config.js';
import type { Inputs, JudgmentName, Task, Verdicts, WorkerSettings } from './document-worker.js';
import { videoLimits } from './video-limits.js';

const STACK_MB = 4;
/** Time for a replacement thread to start on a busy machine, ms. */
const START_TIMEOUT_MS = 30_000;

/**
 * The options of a run. Tinypool's types declare only one of `postMessage`'s two signatures, and the other is used
 * here.
 */
type RunOptions = NonNullable<Parameters<Tinypool['run']>[1]>;

/**
 * Judges and compiles documents on separate threads, so that no document delays heartbeats, claims and results. Organizations
 * take turns, and where there are several threads none has all of them. A document that needs more time or memory than allowed
 * is refused, and its thread is replaced.
 */
@Injectable()
export class DocumentJudge implements OnModuleInit, OnModuleDestroy {
  private readonly pool: Tinypool;
  private readonly threads: Share;

  constructor(
    private readonly config: VideosConfig,
    private readonly log: Logger,
    shares: Shares,
  ) {
    const { documentWorkers, documentMemoryMb, allowPrivateAddresses, allowHttpTargets } = config;
    this.pool = new Tinypool({
      ...threadProgram(import.meta.url, './document-worker'),
      runtime: 'worker_threads',
      minThreads: documentWorkers,
      maxThreads: documentWorkers,
      resourceLimits: { maxOldGenerationSizeMb: documentMemoryMb, stackSizeMb: STACK_MB },
      workerData: { allowPrivateAddresses, allowHttpTargets, limits: videoLimits(config) } satisfies WorkerSettings,
    });
    this.pool.on('error', (error: unknown) => this.log.error('document.worker_failed', { error }));
    this.threads = shares.of('documents');
    this.threads.adjust({ places: documentWorkers, placesPerOrg: Math.max(1, documentWorkers - 1) });
  }

  /** Waits for the threads, which load as much code as the service does: it is ready only after they are. */
  async onModuleInit(): Promise<void> {
    const { documentWorkers } = this.config;
    await Promise.all(Array.from({ length: documentWorkers }, () => this.pool.run(null, { name: 'load' })));
  }

  onModuleDestroy(): Promise<void> {
    return this.pool.destroy();
  }

  /** @throws AppError VALIDATION_ERROR with every fault of a document to store as a template */
  template(orgId: string, document: object, shared: SharedNow | null = null): Promise<Verdicts['template']> {
    return this.judge(orgId, 'template', { document, shared });
  }

  /** Finds the names by which a document uses its organization. @param document unchecked; an unreadable one uses nothing */
  uses(orgId: string, document: Inputs['uses']): Promise<Verdicts['uses']> {
    return this.judge(orgId, 'uses', document);
  }

  /** @throws AppError VALIDATION_ERROR with every fault of the body of `PUT /brand` */
  brand(orgId: string, body: Inputs['brand']): Promise<Verdicts['brand']> {
    return this.judge(orgId, 'brand', body);
  }

  /** @throws AppError VALIDATION_ERROR with every fault of a component to store */
  component(orgId: string, input: Inputs['component']): Promise<Verdicts['component']> {
    return this.judge(orgId, 'component', input);
  }

  /**
   * Applies the body of `POST /videos` or `POST /videos/validate` to its template; null for a valid body without a template.
   *
   * @throws AppError VALIDATION_ERROR for the body by itself, then for the body on its template
   */
  request(orgId: string, input: Inputs['request']): Promise<Verdicts['request']> {
    return this.judge(orgId, 'request', input);
  }

  /** @throws AppError VALIDATION_ERROR for a time beyond the end, and if the document cannot be drawn */
  frame(orgId: string, input: Inputs['frame']): Promise<Verdicts['frame']> {
    return this.judge(orgId, 'frame', input);
  }

  /**
   * Judges the body of `POST /frames`; null for a valid body without a template.
   *
   * @throws AppError VALIDATION_ERROR for the body by itself, then for its document and modifications
   */
  requestedFrame(orgId: string, input: Inputs['requestedFrame']): Promise<Verdicts['requestedFrame']> {
    return this.judge(orgId, 'requestedFrame', input);
  }

  /**
   * Reads the body of `POST /batches`; null for a valid body without a template.
   *
   * @throws AppError VALIDATION_ERROR for the body by itself, then for columns that set nothing in its template
   */
  batch(orgId: string, input: Inputs['batch']): Promise<Verdicts['batch']> {
    return this.judge(orgId, 'batch', input);
  }

  /** Judges rows of a batch for a fraction of a second; the reply says how many it has judged. */
  rows(orgId: string, input: Inputs['rows']): Promise<Verdicts['rows']> {
    return this.judge(orgId, 'rows', input);
  }

  private async judge<Name extends JudgmentName>(
    orgId: string,
    name: Name,
    input: Inputs[Name],
  ): Promise<Verdicts[Name]> {
    const piece = { orgId, signal: callerSignal() };
    const checked = await this.threads.run(piece, () => this.run(name, input));
    if (!checked.ok) throw new AppError('VALIDATION_ERROR', { details: checked.faults });
    return checked.value;
  }

  /**
   * Runs a judgment on a thread. Its time limit begins when the thread begins: waiting behind a slow document, or for a
   * new thread, does not count.
   */
  private async run<Name extends JudgmentName>(name: Name, input: Inputs[Name]): Promise<Checked<Verdicts[Name]>> {
    const late = new AbortController();
    const { port1: onStart, port2: started } = new MessageChannel();
    const unready = setTimeout(() => late.abort(), START_TIMEOUT_MS);
    let timer: NodeJS.Timeout | undefined;
    onStart.once('message', () => {
      clearTimeout(unready);
      timer = setTimeout(() => late.abort(), this.config.documentTimeoutMs);
    });
    try {
      const task: Task<Name> = { name, input, started };
      const transferList = [started] as unknown as RunOptions['transferList'];
      return (await this.pool.run(task, { name: 'judge', signal: late.signal, transferList })) as Checked<
        Verdicts[Name]
      >;
    } catch (error) {
      throw this.refusal(error, timer !== undefined && late.signal.aborted);
    } finally {
      clearTimeout(unready);
      clearTimeout(timer);
      onStart.close();
    }
  }

  private refusal(error: unknown, isLate: boolean): unknown {
    const isBig = errnoOf(error) === 'ERR_WORKER_OUT_OF_MEMORY';
    if (!isLate && !isBig) return error;
    const { documentTimeoutMs, documentMemoryMb } = this.config;
    const limit = isLate ? `${documentTimeoutMs} ms` : `${documentMemoryMb} MiB of memory`;
    this.log.warn('document.refused', { limit });
    const message = `body takes more than ${limit} to be judged`;
    return new AppError('VALIDATION_ERROR', {
      details: [{ field: 'body', code: 'VALUE_TOO_LARGE', message, value: null }],
      cause: error,
    });
  }
}
