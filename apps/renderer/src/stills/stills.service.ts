import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import {
  AppError,
  type DrawStill,
  type InspectDocument,
  type Inspection,
  type Still,
  TEMPLATE_FPS,
} from '#libs/contracts';
import { Logger } from '#libs/runtime';
import { contentTypeOf, ObjectStore } from '#libs/storage';
import { Slot, type SlotOptions } from '../slots/slot.js';
import type { ResultOf, SlotOutcome, SlotTask } from '../slots/slot-protocol.js';
import { filesOfStill, filesToInspect } from '../still-job.js';
import { STILLS_PREFIX } from './still-sweeper.js';
import { Turns } from './turns.js';

/** A kind of request: its log events, and its time limit in ms, after which callers no longer wait. */
interface RequestKind {
  done: string;
  failed: string;
  limitMs: number;
}
const STILL: RequestKind = { done: 'still.drawn', failed: 'still.failed', limitMs: 55_000 };
const INSPECTION: RequestKind = { done: 'document.inspected', failed: 'document.failed', limitMs: 7_000 };

/** Requests in progress, those that wait for files included; more are refused. */
const MAX_REQUESTS = 64;

/** Requests of one organization whose files are fetched at the same time. */
const FETCHES_PER_ORG = 2;

/** A fetched file is kept until the longest request has ended, ms. */
const ASSET_SPARE_MS = STILL.limitMs + 5_000;

/** How long the processes are kept warm after the last request, ms: longer than a request takes. */
const IDLE_LIFE_MS = 5 * 60_000;

/** What documents have painted, reserved, bytes: those of two or three, so that two people edit side by side. */
const KEPT_BYTES = 800_000_000;

/** Seconds after which a request that failed internally may be repeated. */
const RETRY_AFTER_S = 5;
/** Seconds after which an organization with too many requests in progress may send another. */
const TURN_AFTER_S = 2;

/** Stands for the organization in requests of older services, which do not name it. */
const UNKNOWN_ORG = 'unknown';

/** The extension of a still's key decides its content type. */
const EXTENSIONS = { png: 'png', webp: 'webp', jpeg: 'jpg' } as const;

/** Below the processes that render videos: those are paid for. */
const NICENESS = 10;

/** For whom a part of a request is performed, and until when. */
interface Requester {
  orgId: string;
  signal: AbortSignal;
}

export interface StillsOptions extends SlotOptions {
  /** Requests of one organization in progress, waiting ones included. */
  requestsPerOrg: number;
}

/**
 * Draws stills and inspects documents in two processes separate from the video slots, so that a crash affects no video. One
 * process fetches files for all requests in parallel, so that a slow host delays only the requests that use it. The other
 * draws for one request at a time. Both serve organizations in turn.
 */
@Injectable()
export class Stills implements OnApplicationShutdown {
  private readonly fetcher: Slot;
  private readonly drawer: Slot;
  private readonly drawing = new Turns({ atOnce: 1, perOrg: 1 });
  private readonly fetching = new Turns({ atOnce: MAX_REQUESTS, perOrg: FETCHES_PER_ORG });
  private readonly active = new Map<string, number>();
  private idle: NodeJS.Timeout | undefined;

  constructor(
    private readonly options: StillsOptions,
    private readonly store: ObjectStore,
    private readonly log: Logger,
  ) {
    const { settings } = options;
    const gentle = { ...options, niceness: NICENESS };
    this.fetcher = new Slot({ ...gentle, settings: { ...settings, assetSpareMs: ASSET_SPARE_MS } });
    const drawing = { ...settings, folder: join(settings.folder, 'drawing'), keptBytes: KEPT_BYTES };
    this.drawer = new Slot({ ...gentle, settings: drawing });
  }

  /**
   * @throws AppError VALIDATION_ERROR for a document that cannot be drawn, RATE_LIMIT_EXCEEDED while too many of the
   * organization's requests wait, otherwise INTERNAL_SERVER_ERROR
   */
  async draw({ org_id: orgId = UNKNOWN_ORG, document, t, style }: DrawStill): Promise<Still> {
    const folder = join(this.options.settings.folder, 'work', randomUUID());
    const key = `${STILLS_PREFIX}${randomUUID()}.${EXTENSIONS[style?.format ?? 'png']}`;
    await mkdir(folder, { recursive: true });
    try {
      const still = { document, ...(t !== undefined && { timeS: t }), ...(style && { style }) };
      const { file } = await this.perform(STILL, orgId, async (signal) => {
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
  inspect({ org_id: orgId = UNKNOWN_ORG, document, ...rest }: InspectDocument): Promise<Inspection> {
    const { audio_url: audioUrl, silent: isSilent = false, fps = TEMPLATE_FPS, explain = false } = rest;
    const inspected = { document, isSilent, fps, explain, ...(audioUrl !== undefined && { audioUrl }) };
    return this.perform(INSPECTION, orgId, async (signal) => {
      const work = { uses: filesToInspect(inspected), orgId };
      const files = await this.fetched({ kind: 'gatherSome', work }, { orgId, signal });
      return this.drawn({ kind: 'inspect', work: { ...inspected, files } }, { orgId, signal });
    });
  }

  async onApplicationShutdown(): Promise<void> {
    clearTimeout(this.idle);
    await this.stop();
  }

  private async stop(): Promise<void> {
    await Promise.all([this.fetcher.stop(), this.drawer.stop()]);
  }

  /** Performs a request within its time limit, and logs it. */
  private async perform<Result>(
    { done, failed, limitMs }: RequestKind,
    orgId: string,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const before = this.admit(orgId);
    this.active.set(orgId, before + 1);
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

  /** The number of the organization's requests in progress. @throws AppError when another would be too many */
  private admit(orgId: string): number {
    const ours = this.active.get(orgId) ?? 0;
    const limit = this.options.requestsPerOrg;
    if (ours >= limit) {
      const message = 'Too many frames and validations wait for an answer';
      const details = `The organization has ${limit} frames and validations waiting for an answer`;
      throw new AppError('RATE_LIMIT_EXCEEDED', { message, details, retryAfterS: TURN_AFTER_S });
    }
    const all = [...this.active.values()].reduce((sum, count) => sum + count, 0);
    if (all >= MAX_REQUESTS) throw later({ detail: 'too many stills and inspections at once' });
    return ours;
  }

  private leave(orgId: string): void {
    const left = this.active.get(orgId)! - 1;
    if (left > 0) this.active.set(orgId, left);
    else this.active.delete(orgId);
  }

  /** Fetches files. The drawing process starts at the same time. */
  private fetched<Task extends SlotTask>(task: Task, { orgId, signal }: Requester): Promise<ResultOf<Task>> {
    void this.drawer.open().catch(() => undefined);
    return this.fetching.run(orgId, () => resultIn(this.fetcher, task, signal));
  }

  private drawn<Task extends SlotTask>(task: Task, { orgId, signal }: Requester): Promise<ResultOf<Task>> {
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

/** A final failure is a fault of the document; a retryable one is an internal error. */
function refusal({ failure, detail }: SlotOutcome<never> & { ok: false }): AppError {
  const { message, retryable } = failure;
  if (retryable) return later({ detail });
  const details = [{ field: 'document', code: 'INVALID_VALUE' as const, message, value: null }];
  return new AppError('VALIDATION_ERROR', { details, detail });
}

function later(reason: { detail?: string; cause?: unknown }): AppError {
  return new AppError('INTERNAL_SERVER_ERROR', { retryAfterS: RETRY_AFTER_S, ...reason });
}
