import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { AppError, type DrawStill, type InspectDocument, type Inspection, type Still } from '#libs/contracts';
import { Logger } from '#libs/runtime';
import { contentTypeOf, ObjectStore } from '#libs/storage';
import { Slot, type SlotOptions } from '../slots/slot.js';
import type { ResultOf, SlotOutcome, SlotTask } from '../slots/slot-protocol.js';
import { STILLS_PREFIX } from './still-sweeper.js';

/** Longest time one answer may take, ms; the askers wait no longer. */
const STILL_LIMIT_MS = 55_000;
const INSPECTION_LIMIT_MS = 7_000;

/** How long the process is kept warm after its last answer, ms. */
const IDLE_LIFE_MS = 5 * 60_000;

/** Seconds after which an answer that failed for reasons of ours may be asked for again. */
const RETRY_AFTER_S = 5;

/**
 * Answers questions about documents, one after the other, in a process of their own beside the video slots: the same engine,
 * and neither a crash nor a slow asset touches a video.
 */
@Injectable()
export class Stills implements OnApplicationShutdown {
  private readonly slot: Slot;
  private last: Promise<unknown> = Promise.resolve();
  private idle: NodeJS.Timeout | undefined;

  constructor(
    private readonly options: SlotOptions,
    private readonly store: ObjectStore,
    private readonly log: Logger,
  ) {
    this.slot = new Slot(options);
  }

  /** @throws AppError VALIDATION_ERROR for a document that cannot be drawn, else INTERNAL_SERVER_ERROR */
  async draw({ document, t }: DrawStill): Promise<Still> {
    const folder = join(this.options.settings.folder, 'work', randomUUID());
    const key = `${STILLS_PREFIX}${randomUUID()}.png`;
    await mkdir(folder, { recursive: true });
    try {
      const work = { document, folder, ...(t !== undefined && { timeS: t }) };
      const { file } = await this.ask({ kind: 'still', work }, STILL_LIMIT_MS);
      await this.store.putFile(key, file, { contentType: contentTypeOf(key) });
      return { key };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** @throws as {@link draw} */
  inspect({ document, audio_url: audioUrl, silent: isSilent = false }: InspectDocument): Promise<Inspection> {
    const work = { document, isSilent, ...(audioUrl !== undefined && { audioUrl }) };
    return this.ask({ kind: 'inspect', work }, INSPECTION_LIMIT_MS);
  }

  async onApplicationShutdown(): Promise<void> {
    clearTimeout(this.idle);
    await this.slot.stop();
  }

  /** Waits for its turn within the limit as well: an answer that nobody waits for any more is not begun. */
  private ask<Task extends SlotTask>(task: Task, limitMs: number): Promise<ResultOf<Task>> {
    const signal = AbortSignal.timeout(limitMs);
    const turn = this.last.then(() => this.answer(task, signal));
    this.last = turn.catch(() => undefined);
    return turn;
  }

  private async answer<Task extends SlotTask>(task: Task, signal: AbortSignal): Promise<ResultOf<Task>> {
    clearTimeout(this.idle);
    const startedAtMs = performance.now();
    try {
      const outcome = await this.slot.run(task, { signal });
      this.report(task, outcome, startedAtMs);
      if (outcome.ok) return outcome.result;
      throw refusal(outcome);
    } catch (error) {
      if (error instanceof AppError) throw error;
      throw new AppError('INTERNAL_SERVER_ERROR', { retryAfterS: RETRY_AFTER_S, cause: error });
    } finally {
      this.idle = setTimeout(() => void this.slot.stop(), IDLE_LIFE_MS).unref();
    }
  }

  private report(task: SlotTask, outcome: SlotOutcome<unknown>, startedAtMs: number): void {
    const facts = { total_ms: Math.round(performance.now() - startedAtMs) };
    const event = task.kind === 'still' ? 'still' : 'document';
    if (outcome.ok) this.log.info(event === 'still' ? 'still.drawn' : 'document.inspected', facts);
    else this.log.warn(`${event}.failed`, { ...facts, failure: outcome.failure, detail: outcome.detail });
  }
}

/** What is wrong with the document its author can mend; for anything else we are to blame. */
function refusal({ failure, detail }: SlotOutcome<never> & { ok: false }): AppError {
  const { message, retryable } = failure;
  if (retryable) return new AppError('INTERNAL_SERVER_ERROR', { retryAfterS: RETRY_AFTER_S, detail });
  const details = [{ field: 'document', code: 'INVALID_VALUE' as const, message, value: null }];
  return new AppError('VALIDATION_ERROR', { details });
}
