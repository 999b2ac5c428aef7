import { MessageChannel } from 'node:worker_threads';
import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { Tinypool } from 'tinypool';
import { AppError } from '#libs/contracts';
import { callerSignal, Logger, threadProgram } from '#libs/runtime';
import { type Share, Shares } from '#libs/shares';
import type { Checked, TemplateDocument } from '#libs/template';
import { VideosConfig } from '../videos.config.js';
import type { DraftedVideo } from './draft-video.js';
import type { Task, WorkerSettings } from './document-worker.js';
import type { judgeRequest, TemplateFacts } from './judge-document.js';
import type { judgeFrame, JudgedFrame, judgeRequestedFrame } from './judge-frame.js';
import type { JudgedRows, readBatch, ReadBatch, RowsInput } from './judge-batch.js';
import { videoLimits } from './video-limits.js';

const STACK_MB = 4;
/** Time for a replacement thread to start on a busy machine, ms. */
const START_TIMEOUT_MS = 30_000;

/** A part of a batch's rows that was judged. */
export interface JudgedPart extends JudgedRows {
  /** Time on the thread, ms: without waiting for it. */
  tookMs: number;
}

/** Tinypool's types declare the other one of `postMessage`'s two signatures. */
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
    const { documentWorkers, documentMemoryMb, allowPrivateAddresses } = config;
    this.pool = new Tinypool({
      ...threadProgram(import.meta.url, './document-worker'),
      runtime: 'worker_threads',
      minThreads: documentWorkers,
      maxThreads: documentWorkers,
      resourceLimits: { maxOldGenerationSizeMb: documentMemoryMb, stackSizeMb: STACK_MB },
      workerData: { allowPrivateAddresses, limits: videoLimits(config) } satisfies WorkerSettings,
    });
    this.pool.on('error', (error: unknown) => this.log.error('document.worker_failed', { error }));
    this.threads = shares.of('documents');
    this.threads.adjust({ places: documentWorkers, placesPerOrg: Math.max(1, documentWorkers - 1) });
  }

  /** The service is ready only after its threads, which load as much code as it does. */
  async onModuleInit(): Promise<void> {
    const { documentWorkers } = this.config;
    await Promise.all(Array.from({ length: documentWorkers }, () => this.pool.run(null, { name: 'load' })));
  }

  onModuleDestroy(): Promise<void> {
    return this.pool.destroy();
  }

  /** @throws AppError VALIDATION_ERROR with every fault of a document to store as a template */
  template(orgId: string, document: object): Promise<TemplateFacts> {
    return this.judge<TemplateFacts>(orgId, 'judgeTemplate', document);
  }

  /**
   * Applies the body of `POST /videos` or `POST /videos/validate` to its template; null for a valid body without a template.
   *
   * @throws AppError VALIDATION_ERROR for the body by itself, then for the body on its template
   */
  request(orgId: string, input: Parameters<typeof judgeRequest>[0]): Promise<DraftedVideo | null> {
    return this.judge<DraftedVideo | null>(orgId, 'judgeRequest', input);
  }

  /** @throws AppError VALIDATION_ERROR for a time beyond the end, and if the document cannot be drawn */
  frame(orgId: string, input: Parameters<typeof judgeFrame>[0]): Promise<TemplateDocument> {
    return this.judge<TemplateDocument>(orgId, 'judgeFrame', input);
  }

  /**
   * Judges the body of `POST /frames`; null for a valid body without a template.
   *
   * @throws AppError VALIDATION_ERROR for the body by itself, then for its document and modifications
   */
  requestedFrame(orgId: string, input: Parameters<typeof judgeRequestedFrame>[0]): Promise<JudgedFrame | null> {
    return this.judge<JudgedFrame | null>(orgId, 'judgeRequestedFrame', input);
  }

  /**
   * Reads the body of `POST /batches`; null for a valid body without a template.
   *
   * @throws AppError VALIDATION_ERROR for the body by itself, then for columns that set nothing in its template
   */
  batch(orgId: string, input: Parameters<typeof readBatch>[0]): Promise<ReadBatch | null> {
    return this.judge<ReadBatch | null>(orgId, 'readBatch', input);
  }

  /** Judges rows of a batch for a fraction of a second: the reply says how many. */
  rows(orgId: string, input: RowsInput): Promise<JudgedPart> {
    return this.judge<JudgedPart>(orgId, 'judgeRows', input);
  }

  private async judge<T>(orgId: string, name: string, input: unknown): Promise<T> {
    const piece = { orgId, signal: callerSignal() };
    const checked = await this.threads.run(piece, () => this.run<Checked<T>>(name, input));
    if (!checked.ok) throw new AppError('VALIDATION_ERROR', { details: checked.faults });
    return checked.value;
  }

  /** The time counts from when a thread begins: waiting behind a slow document, or for a new thread, does not count. */
  private async run<T>(name: string, input: unknown): Promise<T> {
    const late = new AbortController();
    const { port1: onStart, port2: started } = new MessageChannel();
    const unready = setTimeout(() => late.abort(), START_TIMEOUT_MS);
    let timer: NodeJS.Timeout | undefined;
    onStart.once('message', () => {
      clearTimeout(unready);
      timer = setTimeout(() => late.abort(), this.config.documentTimeoutMs);
    });
    try {
      const task = { input, started } satisfies Task<unknown>;
      const transferList = [started] as unknown as RunOptions['transferList'];
      return (await this.pool.run(task, { name, signal: late.signal, transferList })) as T;
    } catch (error) {
      throw this.refusal(error, timer !== undefined && late.signal.aborted);
    } finally {
      clearTimeout(unready);
      clearTimeout(timer);
      onStart.close();
    }
  }

  private refusal(error: unknown, isLate: boolean): unknown {
    const isBig = (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';
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
