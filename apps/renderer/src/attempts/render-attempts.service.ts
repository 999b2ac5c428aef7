import { setTimeout as delay } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Injectable, type OnModuleDestroy } from '@nestjs/common';
import {
  type Encoder,
  type VideoFormat,
  type ClaimReply,
  type ClaimStep,
  type RenderCost,
  type RenderFailure,
  type RenderJob,
  type RenderOutput,
  type RenderPlan,
  type RenderStep,
  CLAIMS_RPC,
} from '#libs/contracts';
import { HandBack, RpcClient } from '#libs/messaging';
import { StageClock, type Step } from '#libs/render';
import { Logger, recordSpan } from '#libs/runtime';
import { RendererConfig } from '../renderer.config.js';
import { renderAttemptsEnded, realtimeFactor, renderedVideoSeconds, stageTime } from '../renderer.metrics.js';
import { SlotPool, type SlotPlace } from '../slots/slot-pool.js';
import type { SlotOutcome } from '../slots/slot-protocol.js';
import { AttemptLimits } from './attempt-limits.js';
import { AttemptUpdates } from './attempt-updates.js';
import {
  AttemptTooLong,
  failureOf,
  MissingInputs,
  RendererStopping,
  StorageUnavailable,
  VideoEnded,
} from './end-reasons.js';
import { RenderFiles } from './render-files.js';

type GrantedClaim = ClaimReply & { granted: true };

/** A step that this renderer may render until videos grants it to another. */
interface Lease {
  video_id: string;
  segment: number;
  epoch: number;
  worker: string;
}

/**
 * The end of an attempt: exactly one of `output`, `failure`, `unfit`, `missing`, `frame_count` and `handed_back` is
 * set.
 */
interface Ending {
  output?: RenderOutput;
  failure?: RenderFailure;
  unfit?: number[];
  missing?: string[];
  frame_count?: number;
  handed_back?: true;
  stage_ms?: Record<string, number>;
  cpu_ms?: RenderCost | undefined;
  /** For the trace. */
  steps?: readonly Step[];
  /** For the log. */
  details: { format?: VideoFormat; encoder?: Encoder; step?: RenderStep } & Record<string, unknown>;
}

/** Tries of a claim that gets no reply. Afterwards JetStream delivers the job again. */
const CLAIM_TRIES = 3;
const CLAIM_PAUSE_MS = 250;

/**
 * Pause after a timeout, ms. Meanwhile `videos` records that it holds the organization back, so the slot's next claim
 * finds that.
 */
const TIMEOUT_PAUSE_MS = 500;

/**
 * Time for which an attempt waits for storage before and after drawing, ms. After it the attempt is handed back and
 * does not count.
 */
const STORAGE_PATIENCE_MS = 10 * 60_000;

/** Performs render attempts: claim, drawing, upload, result. */
@Injectable()
export class RenderAttempts implements OnModuleDestroy, BeforeApplicationShutdown {
  private readonly running = new Map<AbortController, Lease>();
  private readonly taken = new Set<Promise<void>>();
  private isStopping = false;
  private isGraceOver = false;

  constructor(
    private readonly rpc: RpcClient,
    private readonly updates: AttemptUpdates,
    private readonly pool: SlotPool,
    private readonly files: RenderFiles,
    private readonly config: RendererConfig,
    private readonly log: Logger,
  ) {}

  /**
   * Renders the video of a job if videos grants it. A failed attempt is a result, not an exception.
   *
   * @param messageId idempotency key of the claim: the same for every delivery of this job
   * @throws when the claim gets no reply or the result cannot be published; JetStream then delivers the job again
   */
  async take(job: RenderJob, messageId: string): Promise<void> {
    if (this.isStopping) throw new HandBack(0);
    const work = this.perform(job, messageId);
    this.taken.add(work);
    await work.finally(() => this.taken.delete(work));
  }

  /** Stops the attempts on a video that has ended. */
  cancel(videoId: string): void {
    for (const [end, { video_id }] of this.running) if (video_id === videoId) end.abort(new VideoEnded());
  }

  onModuleDestroy(): void {
    this.isStopping = true;
  }

  /**
   * Ends the attempts. Those in progress may finish within the grace, and cancellations are still received. Those left
   * after it are handed back, so that another renderer starts them at once.
   */
  async beforeApplicationShutdown(): Promise<void> {
    const grace = new AbortController();
    const over = delay(this.config.stopGraceMs, undefined, { signal: grace.signal }).catch(() => undefined);
    await Promise.race([Promise.allSettled(this.taken), over]);
    grace.abort();
    this.isGraceOver = true;
    for (const end of this.running.keys()) end.abort(new RendererStopping());
  }

  private async perform({ video_id, segment }: RenderJob, messageId: string): Promise<void> {
    if (this.isDrawing(video_id, segment)) return; // delivered twice
    const { worker } = this.pool.identity;
    const claim = await this.claim({
      schema: 1,
      video_id,
      segment,
      worker,
      claim_id: messageId,
      takes_other: true,
      takes_steps: true,
    });
    if (!claim.granted) {
      this.log.info('claim.refused', { video_id, segment, reason: claim.reason });
      return;
    }
    const startedAtMs = Date.now();
    const lease = {
      video_id: claim.video_id ?? video_id,
      segment: claim.segment ?? segment,
      epoch: claim.epoch,
      worker,
    };
    if (this.isDrawing(lease.video_id, lease.segment)) return; // delivered twice, and granted something else
    const ending = await this.keepLease(lease, claim);
    const ids = { ...lease, attempt: claim.attempt };
    const totalMs = Date.now() - startedAtMs;
    this.trace(ids, startedAtMs, ending);
    count(ending, totalMs);
    this.report({ ...ids, total_ms: totalMs }, ending);
    if (ending?.failure?.code === 'RENDER_TIMEOUT') await delay(TIMEOUT_PAUSE_MS);
  }

  private isDrawing(videoId: string, index: number): boolean {
    return [...this.running.values()].some((lease) => lease.video_id === videoId && lease.segment === index);
  }

  /**
   * Claims a step, repeatedly if no reply comes: the lost reply may have granted the step, and a repeated claim
   * receives the same grant.
   */
  private async claim(job: ClaimStep): Promise<ClaimReply> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.rpc.call(CLAIMS_RPC.claim, job);
      } catch (error) {
        if (tries === CLAIM_TRIES) throw error;
        await delay(CLAIM_PAUSE_MS);
      }
    }
  }

  /** Publishes heartbeats from the claim to the stored result. Null when the video ended in between. */
  private async keepLease(lease: Lease, claim: GrantedClaim): Promise<Ending | null> {
    const end = new AbortController();
    this.running.set(end, lease);
    if (this.isGraceOver) end.abort(new RendererStopping()); // its claim was in progress when the grace ended
    const heartbeat = this.updates.heartbeat(lease);
    try {
      const ending = await this.draw(claim, end, (done) => heartbeat.progress(done));
      if (end.signal.reason instanceof VideoEnded) return null;
      const { output, failure, unfit, missing, frame_count, handed_back, stage_ms, cpu_ms } = ending;
      const reason = { failure, unfit, missing, frame_count, handed_back };
      await this.updates.result({ schema: 1, ...lease, output, ...reason, stage_ms, cpu_ms });
      return ending;
    } finally {
      heartbeat.stop();
      this.running.delete(end);
    }
  }

  private async draw(claim: GrantedClaim, end: AbortController, onFrame: (done: number) => void): Promise<Ending> {
    const { signal } = end;
    try {
      const plan = await within(STORAGE_PATIENCE_MS, { end, reason: new StorageUnavailable() }, () =>
        this.files.planOf(claim, signal),
      );
      return await this.drawPlan(plan, end, onFrame);
    } catch (error) {
      if (error instanceof RendererStopping || error instanceof StorageUnavailable)
        return { handed_back: true, details: {} };
      if (error instanceof MissingInputs) return { missing: [...error.keys], details: {} };
      return { failure: failureOf(error), details: { error } };
    }
  }

  private drawPlan(plan: RenderPlan, end: AbortController, onFrame: (done: number) => void): Promise<Ending> {
    const { format, encoder, step = 'video' } = plan;
    const { signal } = end;
    const patience = { end, reason: new StorageUnavailable() };
    const prepare = (place: SlotPlace) =>
      within(STORAGE_PATIENCE_MS, patience, () => this.files.inputsOf(plan, place, signal));
    const limits = new AttemptLimits(plan, () => end.abort(new AttemptTooLong()));
    const progress = (done: number): void => {
      limits.draws();
      onFrame(done);
    };
    const drawn = this.pool.render({ plan, prepare }, { signal, onFrame: progress }, async (outcome, place) => {
      limits.stop();
      if (!outcome.ok) {
        return { ...endOf(outcome), details: { format, encoder, step, detail: outcome.detail } };
      }
      const { stageMs, cpuMs: cpu_ms, steps, warnings, optimization, threads } = outcome.result;
      const clock = new StageClock();
      const output = await within(STORAGE_PATIENCE_MS, patience, () =>
        clock.time('upload', () => this.files.upload(plan, outcome.result, place, signal)),
      );
      const details = { format, encoder, step, threads, optimization, ...(warnings.length > 0 ? { warnings } : {}) };
      const stage_ms = { ...stageMs, ...clock.times };
      return { output, stage_ms, cpu_ms, steps: [...steps, ...clock.steps], details };
    });
    return drawn.finally(() => limits.stop());
  }

  private trace(ids: Lease & { attempt: number }, startedAtMs: number, ending: Ending | null): void {
    const { video_id, segment, epoch, attempt } = ids;
    const attributes = {
      'framewright.video_id': video_id,
      'framewright.step_index': segment,
      'framewright.epoch': epoch,
      'framewright.attempt': attempt,
      'framewright.outcome': outcomeOf(ending),
    };
    recordSpan('render step', { startedAtMs, attributes, error: ending?.failure?.code }, () => {
      for (const { name, ...times } of ending?.steps ?? []) recordSpan(`render ${name}`, times);
    });
  }

  private report(ids: Record<string, unknown>, ending: Ending | null): void {
    if (!ending) {
      this.log.info('step.dropped', ids);
      return;
    }
    const { output, failure, unfit, missing, frame_count, handed_back, stage_ms, cpu_ms, details } = ending;
    if (output) this.log.info('step.rendered', { ...ids, ...details, output, stage_ms, cpu_ms });
    else if (handed_back) this.log.info('step.handed_back', ids);
    else if (unfit) this.log.warn('step.unfit', { ...ids, ...details, unfit });
    else if (missing) this.log.warn('step.inputs_missing', { ...ids, missing });
    else if (frame_count !== undefined) this.log.warn('step.planned_otherwise', { ...ids, ...details, frame_count });
    else this.log.warn('step.failed', { ...ids, ...details, failure });
  }
}

/** The report on a slot that has not made its file. */
function endOf({ failure, unfit, frameCount }: SlotOutcome<never> & { ok: false }): Omit<Ending, 'details'> {
  if (unfit) return { unfit: [...unfit] };
  return frameCount === undefined ? { failure } : { frame_count: frameCount };
}

/** Aborts the attempt with `reason` when the work takes longer than `limitMs`. */
async function within<T>(
  limitMs: number,
  { end, reason }: { end: AbortController; reason: Error },
  work: () => Promise<T>,
): Promise<T> {
  const timer = setTimeout(() => end.abort(reason), limitMs);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
  }
}

type Outcome = 'rendered' | 'handed_back' | 'failed' | 'unfit' | 'missing' | 'replan' | 'dropped';

function outcomeOf(ending: Ending | null): Outcome {
  if (!ending) return 'dropped';
  if (ending.output) return 'rendered';
  if (ending.unfit) return 'unfit';
  if (ending.missing) return 'missing';
  if (ending.frame_count !== undefined) return 'replan';
  return ending.handed_back ? 'handed_back' : 'failed';
}

function count(ending: Ending | null, totalMs: number): void {
  renderAttemptsEnded.inc({ outcome: outcomeOf(ending), code: ending?.failure?.code ?? '' });
  if (!ending?.output) return;
  const { output, stage_ms = {}, details } = ending;
  const { encoder, format } = details;
  for (const [stage, ms] of Object.entries(stage_ms)) stageTime.observe({ stage }, ms / 1_000);
  if (details.step !== 'video' && details.step !== 'pictures') return;
  realtimeFactor.observe({ encoder, format }, output.duration / (totalMs / 1_000));
  renderedVideoSeconds.inc({ encoder, format }, output.duration);
}
