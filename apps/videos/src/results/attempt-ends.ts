import { Injectable } from '@nestjs/common';
import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import type { RenderFailure, RenderResult } from '#libs/contracts';
import { Logger } from '#libs/runtime';
import { ObjectStore } from '#libs/storage';
import { VideoLifecycle } from '../videos/video-lifecycle.js';
import { VideoUpdatePublisher } from '../videos/video-update-publisher.js';
import { VideoRow } from '../videos/video.entity.js';
import { stepAttemptsEnded } from '../videos.metrics.js';
import { LearnedCosts } from '../queue/learned-costs.js';
import { databaseTime } from '../videos/database-time.js';
import { type AttemptEnd, decideEnd, type EndDecision, type StepFile } from './end-decision.js';
import { chargeSlots, type SlotCharge } from '../videos/slot-charges.js';
import { dueMs, hasOverrun, slotUseMs } from '../videos/slot-use.js';
import { queueReadySteps, repeatAsWhole, repeatStep } from './repeat-steps.js';
import { sampleOf } from '../videos/render-cost.js';
import { StepRow } from '../videos/step.entity.js';
import { drawsFrames } from '../videos/step-order.js';
import { isPosterKey, outputKey } from '../videos/storage-keys.js';

/** Names one claim of one step. */
export type AttemptId = Pick<RenderResult, 'video_id' | 'segment' | 'epoch' | 'worker'>;

const MISSING: RenderFailure = { code: 'RENDER_FAILED', message: 'The rendered file did not arrive', retryable: true };

/** A verified end of an attempt. */
type EndedAttempt = RenderResult & AttemptEnd;

/** Records how render attempts end: with the renderer's report, or with its silence. */
@Injectable()
export class AttemptEnds {
  constructor(
    private readonly em: EntityManager,
    private readonly lifecycle: VideoLifecycle,
    private readonly updates: VideoUpdatePublisher,
    private readonly store: ObjectStore,
    private readonly costs: LearnedCosts,
    private readonly log: Logger,
  ) {}

  /**
   * Checks a result against the storage: a success whose file is missing or incomplete becomes a failed attempt. Reads the
   * claim's own key and ignores the key that the result names.
   */
  async verify(result: RenderResult): Promise<RenderResult> {
    if (!result.output) return result;
    const size = await this.uploadedSize(result);
    if (size === result.output.file_size) return result;
    const { video_id, segment, epoch, worker, stage_ms } = result;
    return { schema: 1, video_id, segment, epoch, worker, failure: MISSING, ...(stage_ms && { stage_ms }) };
  }

  /** The result of a silent attempt: its file may have been uploaded before the renderer could report it. */
  async verifySilent(attempt: AttemptId): Promise<EndedAttempt> {
    const file_size = await this.uploadedSize(attempt);
    if (file_size === null) return { ...attempt, schema: 1, lost: true };
    return { ...attempt, schema: 1, output: { key: '', file_size, frames: 0, duration: 0 } };
  }

  /**
   * Records a verified result in the transaction of `tx`, fenced by status and epoch.
   *
   * @param silentBefore ends the attempt only if its latest sign of life is still older than this
   */
  async end(tx: EntityManager, result: EndedAttempt, silentBefore?: Date): Promise<EndDecision> {
    const lockMode = LockMode.PESSIMISTIC_WRITE;
    const video = await tx.findOne(VideoRow, result.video_id, { lockMode });
    const step = video && (await tx.findOne(StepRow, { video, index: result.segment }, { lockMode }));
    if (!step) return { kind: 'ignore', reason: 'ended' };
    if (silentBefore && (step.heartbeatAt ?? silentBefore) >= silentBefore) return { kind: 'ignore', reason: 'stale' };
    const { state, epoch, faults, losses, redraws, kind } = step;
    const steps = kind === 'video' ? [step] : await tx.find(StepRow, { video });
    const files = kind === 'video' ? [] : filesOf(video, steps);
    const decision = decideEnd({ status: video.status, state, epoch, faults, losses, redraws, files }, result);
    if (decision.kind === 'ignore') return decision;
    const endMs = (result.lost ? step.heartbeatAt : null)?.getTime() ?? (await databaseTime(tx)).getTime();
    const charge = chargeOf(step, result.failure, { decision, endMs });
    switch (decision.kind) {
      case 'accept':
        this.accept(tx, { video, step }, result);
        queueReadySteps(tx, steps);
        break;
      case 'fail':
        if (result.failure?.code === 'RENDER_TIMEOUT') this.learnTimeout(video, step, endMs);
        await this.lifecycle.fail(tx, video, decision.error);
        break;
      default:
        tryAgain(tx, decision, { video, step, steps });
    }
    await chargeSlots(tx, charge);
    return decision;
  }

  /** Call it after the commit: logs the end, publishes the video's update, and stops its other renderers if it failed. */
  report(result: EndedAttempt, decision: EndDecision): void {
    const { video_id, segment, epoch, worker, failure, stage_ms } = result;
    this.log.info('step.ended', { video_id, segment, epoch, worker, ...decision, failure, stage_ms });
    stepAttemptsEnded.inc({ outcome: decision.kind });
    if (decision.kind === 'fail') this.updates.cancelRendering(video_id);
    if (goesBack(decision) || decision.kind === 'replan') this.updates.publish(video_id);
  }

  private accept(tx: EntityManager, { video, step }: Ended, result: EndedAttempt): void {
    const { file_size: outputSize, poster_key: poster } = result.output!;
    const posterKey = poster && isPosterKey(poster, video.id, step.index, step.epoch) ? poster : null;
    const framesDone = step.toFrame - step.fromFrame;
    this.learn(video, step, result);
    tx.assign(step, { state: 'DONE', framesDone, outputSize, posterKey });
  }

  /** Learns the cost before the commit. If the commit fails, a sample too many does no harm. */
  private learn(video: VideoRow, step: StepRow, { cpu_ms }: EndedAttempt): void {
    const { fromFrame, toFrame, claimedAt } = step;
    if (!cpu_ms || !claimedAt || !drawsFrames(step)) return;
    const frames = toFrame - fromFrame;
    const sample = sampleOf(video, frames, cpu_ms);
    if (sample) this.costs.take(sample, frames, Date.now() - claimedAt.getTime());
  }

  /**
   * Learns from an attempt that timed out: all of its time went into the frames that were drawn and the one that was
   * not.
   */
  private learnTimeout(video: VideoRow, step: StepRow, endMs: number): void {
    const frames_ms = slotUseMs(step, endMs);
    const sample = sampleOf(video, step.framesDone + 1, { frames_ms, fixed_ms: 0 });
    if (sample && drawsFrames(step)) this.costs.takeTimeout(sample);
  }

  private async uploadedSize({ video_id, segment, epoch }: AttemptId): Promise<number | null> {
    const found = await this.em.fork().findOne(StepRow, { video: video_id, index: segment }, { populate: ['video'] });
    const head = found && (await this.store.head(outputKey(found.video, { index: segment, epoch, kind: found.kind })));
    return head?.size ?? null;
  }
}

/**
 * The charge for an attempt, from the rows before its end is recorded. A video that fails is charged for all of its
 * steps.
 */
function chargeOf(
  step: StepRow,
  failure: RenderFailure | undefined,
  { decision: { kind }, endMs }: { decision: EndDecision; endMs: number },
): SlotCharge {
  const isTimeout = failure?.code === 'RENDER_TIMEOUT' || (failure !== undefined && hasOverrun(step, endMs));
  return {
    orgId: step.orgId,
    isTest: step.test,
    ms: kind === 'fail' ? 0 : dueMs(step, endMs),
    ...((isTimeout || kind === 'accept') && { isHeldBack: isTimeout }),
  };
}

/** A step whose attempt has ended, and its video. */
interface Ended {
  video: VideoRow;
  step: StepRow;
}

/** Changes the steps of a video, all of `steps`, for another attempt. */
function tryAgain(
  tx: EntityManager,
  decision: Exclude<EndDecision, { kind: 'accept' | 'fail' | 'ignore' }>,
  { video, step, steps }: Ended & { steps: readonly StepRow[] },
): void {
  const { attempts, faults, losses } = step;
  const back = { state: 'WAITING', framesDone: 0 } as const;
  switch (decision.kind) {
    case 'retry':
      tx.assign(step, { ...back, faults: faults + 1, notBefore: inMs(decision.pauseMs) });
      break;
    case 'lost':
      tx.assign(step, { ...back, losses: losses + 1 });
      break;
    case 'release':
      tx.assign(step, { ...back, attempts: attempts - 1 });
      break;
    case 'redraw':
      tx.assign(step, { state: 'BLOCKED', framesDone: 0, attempts: attempts - 1 });
      for (const one of steps) if (decision.steps.includes(one.index)) repeatStep(tx, one);
      break;
    case 'replan':
      repeatAsWhole(tx, { video, steps }, { frameCount: decision.frameCount, notBefore: inMs(decision.pauseMs) });
      return;
  }
  if (goesBack(decision) && video.etaSeconds !== null) tx.assign(video, { etaSeconds: null, updatedAt: new Date() });
  queueReadySteps(tx, steps);
}

function inMs(pauseMs: number): Date {
  return new Date(Date.now() + pauseMs);
}

/** The files of the steps that are DONE. */
function filesOf(video: VideoRow, steps: readonly StepRow[]): StepFile[] {
  const done = steps.filter(({ state }) => state === 'DONE');
  return done.map((one) => {
    const { index, kind, redraws } = one;
    return { index, isPart: kind === 'pictures', key: outputKey(video, one), redraws };
  });
}

function goesBack({ kind }: EndDecision): boolean {
  return kind === 'retry' || kind === 'lost' || kind === 'release';
}
