import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { AppError, type DrawStill, type InspectDocument, type Inspection, type Still } from '#libs/contracts';
import { Logger } from '#libs/runtime';
import { contentTypeOf, ObjectStore } from '#libs/storage';
import { Slot, type SlotOptions } from '../slots/slot.js';
import type { ResultOf, SlotOutcome, SlotTask } from '../slots/slot-protocol.js';
import { filesOfStill, filesToInspect } from './still-job.js';
import { STILLS_PREFIX } from './still-sweeper.js';
import { Turns } from './turns.js';

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

/** Of one organization: questions for whose files hosts are asked at once. */
const FETCHES_PER_ORG = 2;

/** A fetched file is kept until the longest answer has ended, ms. */
const ASSET_SPARE_MS = STILL.limitMs + 5_000;

/** How long the processes are kept warm after the last question, ms: longer than an answer takes. */
const IDLE_LIFE_MS = 5 * 60_000;

/** Seconds after which an answer that failed for reasons of ours may be asked for again. */
const RETRY_AFTER_S = 5;
/** Seconds after which an organization may ask again that has too many questions waiting. */
const TURN_AFTER_S = 2;

/** Questions of older services, which do not say whose they are. */
const NOBODY = 'nobody';

/** The processes give way to those that draw videos: these are paid for. */
const NICENESS = 10;

/** Who waits for a part of an answer, and for how long. */
interface Asker {
  orgId: string;
  signal: AbortSignal;
}

export interface StillsOptions extends SlotOptions {
  /** Questions of one organization answered at once, those that wait for their turn included. */
  questionsPerOrg: number;
}

/**
 * Answers questions about documents in two processes beside the video slots, with the same engine, so that no crash touches
 * a video. One fetches for all questions at once: a slow host delays nobody but who has named it. The other draws, one
 * answer after the other. Organizations take turns with both.
 */
@Injectable()
export class Stills implements OnApplicationShutdown {
  private readonly fetcher: Slot;
  private readonly drawer: Slot;
  private readonly drawing = new Turns({ atOnce: 1, perOrg: 1 });
  private readonly fetching = new Turns({ atOnce: ANSWERS_AT_ONCE, perOrg: FETCHES_PER_ORG });
  private readonly answering = new Map<string, number>();
  private idle: NodeJS.Timeout | undefined;

  constructor(
    private readonly options: StillsOptions,
    private readonly store: ObjectStore,
    private readonly log: Logger,
  ) {
    const { settings } = options;
    const gentle = { ...options, niceness: NICENESS };
    this.fetcher = new Slot({ ...gentle, settings: { ...settings, assetSpareMs: ASSET_SPARE_MS } });
    this.drawer = new Slot({ ...gentle, settings: { ...settings, folder: join(settings.folder, 'drawing') } });
  }

  /**
   * @throws AppError VALIDATION_ERROR for a document that cannot be drawn, RATE_LIMIT_EXCEEDED while too many of the
   * organization's questions wait, else INTERNAL_SERVER_ERROR
   */
  async draw({ org_id: orgId = NOBODY, document, t }: DrawStill): Promise<Still> {
    const folder = join(this.options.settings.folder, 'work', randomUUID());
    const key = `${STILLS_PREFIX}${randomUUID()}.png`;
    await mkdir(folder, { recursive: true });
    try {
      const still = { document, ...(t !== undefined && { timeS: t }) };
      const { file } = await this.answer(STILL, orgId, async (signal) => {
        const assets = await this.fetched({ kind: 'gather', work: filesOfStill(still) }, { orgId, signal });
        return this.drawn({ kind: 'still', work: { ...still, assets, folder } }, { orgId, signal });
      });
      await this.store.putFile(key, file, { contentType: contentTypeOf(key) });
      return { key };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** @throws as {@link draw} */
  inspect({ org_id: orgId = NOBODY, document, ...sound }: InspectDocument): Promise<Inspection> {
    const { audio_url: audioUrl, silent: isSilent = false } = sound;
    const question = { document, isSilent, ...(audioUrl !== undefined && { audioUrl }) };
    return this.answer(INSPECTION, orgId, async (signal) => {
      const files = await this.fetched({ kind: 'gatherSome', work: filesToInspect(question) }, { orgId, signal });
      return this.drawn({ kind: 'inspect', work: { ...question, files } }, { orgId, signal });
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
    orgId: string,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const before = this.admit(orgId);
    this.answering.set(orgId, before + 1);
    this.keepWarm();
    const startedAtMs = performance.now();
    const facts = () => ({ total_ms: Math.round(performance.now() - startedAtMs), org_id: orgId });
    try {
      const result = await work(AbortSignal.timeout(limitMs));
      this.log.info(done, facts());
      return result;
    } catch (error) {
      this.log.warn(failed, { ...facts(), error });
      throw error instanceof AppError ? error : later({ cause: error });
    } finally {
      this.leave(orgId);
    }
  }

  /** How many of the organization's questions are being answered. @throws AppError when another would be too many */
  private admit(orgId: string): number {
    const ours = this.answering.get(orgId) ?? 0;
    const limit = this.options.questionsPerOrg;
    if (ours >= limit) {
      const message = 'Too many frames and validations wait for an answer';
      const details = `The organization has ${limit} frames and validations waiting for an answer`;
      throw new AppError('RATE_LIMIT_EXCEEDED', { message, details, retryAfterS: TURN_AFTER_S });
    }
    const all = [...this.answering.values()].reduce((sum, count) => sum + count, 0);
    if (all >= ANSWERS_AT_ONCE) throw later({ detail: 'too many stills and inspections at once' });
    return ours;
  }

  private leave(orgId: string): void {
    const left = this.answering.get(orgId)! - 1;
    if (left > 0) this.answering.set(orgId, left);
    else this.answering.delete(orgId);
  }

  /** Meanwhile the process that draws gets ready. */
  private fetched<Task extends SlotTask>(task: Task, { orgId, signal }: Asker): Promise<ResultOf<Task>> {
    void this.drawer.open().catch(() => undefined);
    return this.fetching.run(orgId, () => resultIn(this.fetcher, task, signal));
  }

  private drawn<Task extends SlotTask>(task: Task, { orgId, signal }: Asker): Promise<ResultOf<Task>> {
    return this.drawing.run(orgId, () => resultIn(this.drawer, task, signal));
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
