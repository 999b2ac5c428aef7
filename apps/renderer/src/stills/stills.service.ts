import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import {
  AppError,
  BUDGETS,
  type DrawStill,
  type InspectDocument,
  type Inspection,
  type MeasuredFiles,
  type MeasureFiles,
  type Still,
  TEMPLATE_FPS,
} from '#libs/contracts';
import { filesOfStill, filesToInspect } from '#libs/render';
import { callerSignal, Logger } from '#libs/runtime';
import { type Place, Shares } from '#libs/shares';
import { contentTypeOf, ObjectStore } from '#libs/storage';
import { Slot, type SlotOptions } from '../slots/slot.js';
import type { ResultOf, SlotOutcome, SlotTask } from '../slots/slot-protocol.js';
import { STILLS_PREFIX } from './still-sweeper.js';

/** A kind of request: its log events and its time limits, ms. */
interface RequestKind {
  done: string;
  failed: string;
  /** Time limit of a request; its caller does not wait for longer. */
  limitMs: number;
  /** Time for drawing while another organization waits for a process, ms. */
  shareMs: number;
}
const STILL: RequestKind = { done: 'still.drawn', failed: 'still.failed', limitMs: 55_000, shareMs: 5_000 };
const INSPECTION: RequestKind = {
  done: 'document.inspected',
  failed: 'document.failed',
  limitMs: 14_000,
  shareMs: 3_000,
};

/** Nothing is drawn. Files are waited for half as long: the process that fetches them may have to start. */
const MEASUREMENT: RequestKind = { done: 'files.measured', failed: 'files.failed', limitMs: 12_000, shareMs: 0 };

/** Interval of the checks whether others wait, ms. */
const LOOK_MS = 250;

/** Time for which a fetched file is kept, ms: until the longest request has ended. */
const ASSET_SPARE_MS = STILL.limitMs + 5_000;

/** Time for which the processes are kept warm after the last request, ms: longer than a request takes. */
const IDLE_LIFE_MS = 5 * 60_000;

/** Bytes reserved in a process for the painted layers of earlier documents: enough for one or two. */
const MAX_KEPT_BYTES = 400_000_000;
/** The part of a drawing process's memory that kept layers may take. */
const KEPT_PART = 1 / 2;

/** Seconds after which a request that failed internally may be repeated. */
const RETRY_AFTER_S = 5;
/** Seconds after which a request that took too long beside others may be repeated. */
const QUIET_AFTER_S = 10;

/** Stands for the organization in requests of older services, which do not name it. */
const UNKNOWN_ORG = 'unknown';

/** The extension of a still's key decides its content type. */
const EXTENSIONS = { png: 'png', webp: 'webp', jpeg: 'jpg' } as const;

/** Niceness, so that processes that render videos come first: those are paid for. */
const NICENESS = 10;

/**
 * The organization for which a part of a request is performed, the signal of its end, and its time limit while others
 * wait, ms.
 */
interface Requester {
  orgId: string;
  signal: AbortSignal;
  shareMs: number;
}

export interface StillsOptions extends Omit<SlotOptions, 'maxMemoryBytes'> {
  /** Bytes of memory of each process. */
  memoryBytes: { drawer: number; fetcher: number };
}

/** Thrown because another organization waits for the process, and the piece of work has had its time. */
class ShareUsed extends Error {
  override readonly name = 'ShareUsed';
}

/**
 * Draws stills and inspects documents in processes separate from the video slots, so that a crash affects no video. One
 * process fetches files for all requests in parallel, so that a slow host delays only the requests that use it. The others
 * draw for one request at a time each. Organizations have the shares of `BUDGETS`.
 */
@Injectable()
export class Stills implements OnApplicationShutdown {
  private readonly fetcher: Slot;
  private readonly drawers: readonly Slot[];
  /** Drawers without work, the one used last at the end, because it still has what it painted. */
  private readonly free: Slot[];
  private idle: NodeJS.Timeout | undefined;

  constructor(
    private readonly options: StillsOptions,
    private readonly shares: Shares,
    private readonly store: ObjectStore,
    private readonly log: Logger,
  ) {
    const { settings, memoryBytes } = options;
    const gentle = { ...options, niceness: NICENESS };
    const fetching = { ...settings, assetSpareMs: ASSET_SPARE_MS };
    this.fetcher = new Slot({ ...gentle, maxMemoryBytes: memoryBytes.fetcher, settings: fetching });
    const keptBytes = Math.min(MAX_KEPT_BYTES, KEPT_PART * memoryBytes.drawer);
    this.drawers = Array.from({ length: BUDGETS.drawers.places }, (_, n) => {
      const drawing = { ...settings, folder: join(settings.folder, `drawing-${n}`), keptBytes };
      return new Slot({ ...gentle, maxMemoryBytes: memoryBytes.drawer, settings: drawing });
    });
    this.free = [...this.drawers];
  }

  /**
   * @throws AppError VALIDATION_ERROR for a document that cannot be drawn, RATE_LIMIT_EXCEEDED for one that takes too long
   * while other organizations wait, otherwise INTERNAL_SERVER_ERROR
   */
  async draw({ org_id: orgId = UNKNOWN_ORG, schema: _schema, t, ...shown }: DrawStill): Promise<Still> {
    const folder = join(this.options.settings.folder, 'work', randomUUID());
    const key = `${STILLS_PREFIX}${randomUUID()}.${EXTENSIONS[shown.style?.format ?? 'png']}`;
    await mkdir(folder, { recursive: true });
    try {
      const still = { ...shown, ...(t !== undefined && { timeS: t }) };
      const { file } = await this.perform(STILL, orgId, async (requester) => {
        this.openDrawers();
        const assets = await this.fetched({ kind: 'gather', work: filesOfStill(still) }, requester);
        return this.drawn({ kind: 'still', work: { ...still, assets, folder } }, requester);
      });
      await this.store.putFile(key, file, { contentType: contentTypeOf(key) });
      return { key };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** @throws as {@link draw} */
  inspect({ org_id: orgId = UNKNOWN_ORG, document, ...rest }: InspectDocument): Promise<Inspection> {
    const { audio_url: audioUrl, silent: isSilent = false, fps = TEMPLATE_FPS, explain = false } = rest;
    const inspected = { document, isSilent, fps, explain, ...(audioUrl !== undefined && { audioUrl }) };
    return this.perform(INSPECTION, orgId, async (requester) => {
      const work = { uses: filesToInspect(inspected), orgId };
      this.openDrawers();
      const files = await this.fetched({ kind: 'gatherSome', work }, requester);
      return this.drawn({ kind: 'inspect', work: { ...inspected, files } }, requester);
    });
  }

  /** Finds how long files play. @throws AppError RATE_LIMIT_EXCEEDED, INTERNAL_SERVER_ERROR */
  measure({ org_id: orgId, files }: MeasureFiles): Promise<MeasuredFiles> {
    return this.perform(MEASUREMENT, orgId, async (requester) => {
      return { files: await this.fetched({ kind: 'measure', work: { files, orgId } }, requester) };
    });
  }

  async onApplicationShutdown(): Promise<void> {
    clearTimeout(this.idle);
    await this.stop();
  }

  private async stop(): Promise<void> {
    await Promise.all([this.fetcher, ...this.drawers].map((slot) => slot.stop()));
  }

  /** Performs a request within its time limit, as long as its caller waits, and logs it. */
  private async perform<Result>(
    { done, failed, limitMs, shareMs }: RequestKind,
    orgId: string,
    work: (requester: Requester) => Promise<Result>,
  ): Promise<Result> {
    this.keepWarm();
    const startedAtMs = performance.now();
    const facts = () => ({ total_ms: Math.round(performance.now() - startedAtMs), org_id: orgId });
    const caller = callerSignal();
    const signal = AbortSignal.any([AbortSignal.timeout(limitMs), ...(caller ? [caller] : [])]);
    try {
      const result = await work({ orgId, signal, shareMs });
      this.log.info(done, facts());
      return result;
    } catch (error) {
      this.log.warn(failed, { ...facts(), error });
      throw asAppError(error, shareMs);
    }
  }

  /** Starts drawing processes, while files are fetched. */
  private openDrawers(): void {
    for (const drawer of this.free) void drawer.open().catch(() => undefined);
  }

  private fetched<Task extends SlotTask>(task: Task, { orgId, signal }: Requester): Promise<ResultOf<Task>> {
    return this.shares.of('fetches').run({ orgId, signal }, () => resultIn(this.fetcher, task, signal));
  }

  private drawn<Task extends SlotTask>(task: Task, { orgId, signal, shareMs }: Requester): Promise<ResultOf<Task>> {
    return this.shares.of('drawers').run({ orgId, signal }, async (place) => {
      const drawer = this.free.pop()!; // as many as there are places
      using limit = limitOf(place, shareMs);
      try {
        return await resultIn(drawer, task, AbortSignal.any([signal, limit.signal]));
      } finally {
        this.free.push(drawer);
      }
    });
  }

  private keepWarm(): void {
    clearTimeout(this.idle);
    this.idle = setTimeout(() => void this.stop(), IDLE_LIFE_MS).unref();
  }
}

/** A signal that ends when work has held a place for `shareMs` and another organization waits for one. */
function limitOf(place: Place, shareMs: number): Disposable & { signal: AbortSignal } {
  const abort = new AbortController();
  const startedAtMs = performance.now();
  const timer = setInterval(() => {
    if (performance.now() - startedAtMs >= shareMs && place.isAwaited) abort.abort(new ShareUsed());
  }, LOOK_MS);
  return { signal: abort.signal, [Symbol.dispose]: () => clearInterval(timer) };
}

async function resultIn<Task extends SlotTask>(slot: Slot, task: Task, signal: AbortSignal): Promise<ResultOf<Task>> {
  const outcome = await slot.run(task, { signal });
  if (!outcome.ok) throw refusal(outcome);
  return outcome.result;
}

/** The error for a failure: a final one is a fault of the document, a retryable one an internal error. */
function refusal({ failure, detail }: SlotOutcome<never> & { ok: false }): AppError {
  const { message, retryable } = failure;
  if (retryable) return later({ detail });
  const details = [{ field: 'document', code: 'INVALID_VALUE' as const, message, value: null }];
  return new AppError('VALIDATION_ERROR', { details, detail });
}

function asAppError(error: unknown, shareMs: number): AppError {
  if (error instanceof AppError) return error;
  if (!(error instanceof ShareUsed)) return later({ cause: error });
  return new AppError('RATE_LIMIT_EXCEEDED', {
    message: 'The document takes too long to draw while others wait',
    details: `It took more than ${shareMs / 1_000} s, and another organization was waiting`,
    retryAfterS: QUIET_AFTER_S,
  });
}

function later(reason: { detail?: string; cause?: unknown }): AppError {
  return new AppError('INTERNAL_SERVER_ERROR', { retryAfterS: RETRY_AFTER_S, ...reason });
}
