import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import pLimit from 'p-limit';
import { AppError, type DrawStill, type InspectDocument, type Inspection, type Still } from '#libs/contracts';
import { Logger } from '#libs/runtime';
import { contentTypeOf, ObjectStore } from '#libs/storage';
import { Slot, type SlotOptions } from '../slots/slot.js';
import type { ResultOf, SlotOutcome, SlotTask } from '../slots/slot-protocol.js';
import { filesOfStill, filesToInspect } from './still-job.js';
import { STILLS_PREFIX } from './still-sweeper.js';

/** What is logged of a kind of answer, and how long it may take, ms: the askers wait no longer. */
interface Question {
  done: string;
  failed: string;
  limitMs: number;
}
const STILL: Question = { done: 'still.drawn', failed: 'still.failed', limitMs: 55_000 };
const INSPECTION: Question = { done: 'document.inspected', failed: 'document.failed', limitMs: 7_000 };

/** Answers worked on at once, those that only wait for files included; more are turned away. */
const ANSWERS_AT_ONCE = 64;

/** A fetched file is kept until the longest answer has ended, ms. */
const ASSET_SPARE_MS = STILL.limitMs + 5_000;

/** How long the processes are kept warm after the last question, ms: longer than an answer takes. */
const IDLE_LIFE_MS = 5 * 60_000;

/** Seconds after which an answer that failed for reasons of ours may be asked for again. */
const RETRY_AFTER_S = 5;

/**
 * Answers questions about documents in two processes beside the video slots, with the same engine, so that no crash touches
 * a video. One fetches for all questions at once: a slow host delays nobody but who has named it. The other draws, one
 * answer after the other.
 */
@Injectable()
export class Stills implements OnApplicationShutdown {
  private readonly fetcher: Slot;
  private readonly drawer: Slot;
  private readonly drawing = pLimit(1);
  private answering = 0;
  private idle: NodeJS.Timeout | undefined;

  constructor(
    private readonly options: SlotOptions,
    private readonly store: ObjectStore,
    private readonly log: Logger,
  ) {
    const { settings } = options;
    this.fetcher = new Slot({ ...options, settings: { ...settings, assetSpareMs: ASSET_SPARE_MS } });
    this.drawer = new Slot({ ...options, settings: { ...settings, folder: join(settings.folder, 'drawing') } });
  }

  /** @throws AppError VALIDATION_ERROR for a document that cannot be drawn, else INTERNAL_SERVER_ERROR */
  async draw({ document, t }: DrawStill): Promise<Still> {
    const folder = join(this.options.settings.folder, 'work', randomUUID());
    const key = `${STILLS_PREFIX}${randomUUID()}.png`;
    await mkdir(folder, { recursive: true });
    try {
      const still = { document, ...(t !== undefined && { timeS: t }) };
      const { file } = await this.answer(STILL, async (signal) => {
        const assets = await this.fetched({ kind: 'gather', work: filesOfStill(still) }, signal);
        return this.drawn({ kind: 'still', work: { ...still, assets, folder } }, signal);
      });
      await this.store.putFile(key, file, { contentType: contentTypeOf(key) });
      return { key };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** @throws as {@link draw} */
  inspect({ document, audio_url: audioUrl, silent: isSilent = false }: InspectDocument): Promise<Inspection> {
    const question = { document, isSilent, ...(audioUrl !== undefined && { audioUrl }) };
    return this.answer(INSPECTION, async (signal) => {
      const files = await this.fetched({ kind: 'gatherSome', work: filesToInspect(question) }, signal);
      return this.drawn({ kind: 'inspect', work: { ...question, files } }, signal);
    });
  }

  async onApplicationShutdown(): Promise<void> {
    clearTimeout(this.idle);
    await this.stop();
  }

  private async stop(): Promise<void> {
    await Promise.all([this.fetcher.stop(), this.drawer.stop()]);
  }

  /** Ends the work on an answer when nobody waits for it any more. */
  private async answer<Result>(
    { done, failed, limitMs }: Question,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    if (this.answering >= ANSWERS_AT_ONCE) throw later({ detail: 'too many stills and inspections at once' });
    this.answering += 1;
    this.keepWarm();
    const startedAtMs = performance.now();
    const facts = () => ({ total_ms: Math.round(performance.now() - startedAtMs) });
    try {
      const result = await work(AbortSignal.timeout(limitMs));
      this.log.info(done, facts());
      return result;
    } catch (error) {
      this.log.warn(failed, { ...facts(), error });
      throw error instanceof AppError ? error : later({ cause: error });
    } finally {
      this.answering -= 1;
    }
  }

  /** Meanwhile the process that draws gets ready. */
  private fetched<Task extends SlotTask>(task: Task, signal: AbortSignal): Promise<ResultOf<Task>> {
    void this.drawer.open().catch(() => undefined);
    return resultIn(this.fetcher, task, signal);
  }

  private drawn<Task extends SlotTask>(task: Task, signal: AbortSignal): Promise<ResultOf<Task>> {
    return this.drawing(() => resultIn(this.drawer, task, signal));
  }

  private keepWarm(): void {
    clearTimeout(this.idle);
    this.idle = setTimeout(() => void this.stop(), IDLE_LIFE_MS).unref();
  }
}

async function resultIn<Task extends SlotTask>(slot: Slot, task: Task, signal: AbortSignal): Promise<ResultOf<Task>> {
  const outcome = await slot.run(task, { signal });
  if (!outcome.ok) throw refusal(outcome);
  return outcome.result;
}

/** What is wrong with the document its author can mend; for anything else we are to blame. */
function refusal({ failure, detail }: SlotOutcome<never> & { ok: false }): AppError {
  const { message, retryable } = failure;
  if (retryable) return later({ detail });
  const details = [{ field: 'document', code: 'INVALID_VALUE' as const, message, value: null }];
  return new AppError('VALIDATION_ERROR', { details, detail });
}

function later(reason: { detail?: string; cause?: unknown }): AppError {
  return new AppError('INTERNAL_SERVER_ERROR', { retryAfterS: RETRY_AFTER_S, ...reason });
}
