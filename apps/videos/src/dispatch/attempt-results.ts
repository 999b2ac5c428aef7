import { Injectable } from '@nestjs/common';
import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { type RenderFailure, type RenderResult } from '#libs/contracts';
import { Logger } from '#libs/runtime';
import { ObjectStore } from '#libs/storage';
import { VideoLifecycle } from '../videos/video-lifecycle.js';
import { VideoUpdatePublisher } from '../videos/video-update-publisher.js';
import { VideoRow } from '../videos/video.entity.js';
import { segmentAttemptsEnded } from '../videos.metrics.js';
import { RenderCosts } from './render-costs.js';
import { databaseTime } from '../videos/database-time.js';
import { type AttemptEnd, decideResult, type ResultDecision, type StepFile } from './result-decision.js';
import { chargeSlots, type SlotCharge } from '../videos/slot-charges.js';
import { dueMs, hasOverrun, slotUseMs } from '../videos/slot-use.js';
import { makeAgain, planAgain, queueReadySteps } from './steps-again.js';
import { sampleOf } from '../videos/render-cost.js';
import { SegmentRow } from '../videos/segment.entity.js';
import { isPosterKey, outputKey } from '../videos/storage-keys.js';

/** Names one claim of one segment. */
export type AttemptId = Pick<RenderResult, 'video_id' | 'segment' | 'epoch' | 'worker'>;

const MISSING: RenderFailure = { code: 'RENDER_FAILED', message: 'The rendered file did not arrive', retryable: true };

/** A verified end of an attempt. */
type EndedAttempt = RenderResult & AttemptEnd;

/** Records how render attempts end: as their renderer reports, or because it fell silent. */
@Injectable()
export class AttemptResults {
  constructor(
    private readonly em: EntityManager,
    private readonly lifecycle: VideoLifecycle,
    private readonly updates: VideoUpdatePublisher,
    private readonly store: ObjectStore,
    private readonly costs: RenderCosts,
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
  async end(tx: EntityManager, result: EndedAttempt, silentBefore?: Date): Promise<ResultDecision> {
    const lockMode = LockMode.PESSIMISTIC_WRITE;
    const video = await tx.findOne(VideoRow, result.video_id, { lockMode });
    const segment = video && (await tx.findOne(SegmentRow, { video, segment: result.segment }, { lockMode }));
    if (!segment) return { kind: 'ignore', reason: 'ended' };
    if (silentBefore && (segment.heartbeatAt ?? silentBefore) >= silentBefore)
      return { kind: 'ignore', reason: 'stale' };
    const { state, epoch, faults, losses, redraws, step } = segment;
    const segments = step === 'video' ? [segment] : await tx.find(SegmentRow, { video });
    const files = step === 'video' ? [] : filesOf(video, segments);
    const decision = decideResult({ status: video.status, state, epoch, faults, losses, redraws, files }, result);
    const endMs = (result.lost ? segment.heartbeatAt : null)?.getTime() ?? (await databaseTime(tx)).getTime();
    const charge = chargeOf(segment, result.failure, { decision, endMs });
    if (decision.kind === 'accept') this.accept(tx, { video, segment }, result);
    if (result.failure?.code === 'RENDER_TIMEOUT' && decision.kind === 'fail') this.learnTimeout(video, segment, endMs);
    if (decision.kind === 'fail') await this.lifecycle.fail(tx, video, decision.error);
    else carryOut(tx, decision, { video, segment, segments });
    if (decision.kind !== 'ignore') await chargeSlots(tx, charge);
    return decision;
  }

  /** Call it after the commit: logs the end, publishes the video's update, and stops its other renderers if it failed. */
  report(result: EndedAttempt, decision: ResultDecision): void {
    const { video_id, segment, epoch, worker, failure, stage_ms } = result;
    this.log.info('segment.ended', { video_id, segment, epoch, worker, ...decision, failure, stage_ms });
    segmentAttemptsEnded.inc({ outcome: decision.kind });
    if (decision.kind === 'fail') this.updates.cancelRendering(video_id);
    if (goesBack(decision) || decision.kind === 'replan') this.updates.publish(video_id);
  }

  private accept(tx: EntityManager, { video, segment }: Ended, result: EndedAttempt): void {
    const { file_size: outputSize, poster_key: poster } = result.output!;
    const posterKey = poster && isPosterKey(poster, video.id, segment.segment, segment.epoch) ? poster : null;
    const framesDone = segment.toFrame - segment.fromFrame;
    this.learn(video, segment, result);
    tx.assign(segment, { state: 'DONE', framesDone, outputSize, posterKey });
  }

  /** Learns the cost before the commit: a sample too many does no harm. */
  private learn(video: VideoRow, segment: SegmentRow, { cpu_ms }: EndedAttempt): void {
    const { fromFrame, toFrame, claimedAt } = segment;
    if (!cpu_ms || !claimedAt || !drawsFrames(segment)) return;
    const frames = toFrame - fromFrame;
    const sample = sampleOf(video, frames, cpu_ms);
    if (sample) this.costs.take(sample, frames, Date.now() - claimedAt.getTime());
  }

  /** The frames that were drawn, and the one that was not, have taken all of the time. */
  private learnTimeout(video: VideoRow, segment: SegmentRow, endMs: number): void {
    const frames_ms = slotUseMs(segment, endMs);
    const sample = sampleOf(video, segment.framesDone + 1, { frames_ms, fixed_ms: 0 });
    if (sample && drawsFrames(segment)) this.costs.takeTimeout(sample);
  }

  private async uploadedSize({ video_id, segment, epoch }: AttemptId): Promise<number | null> {
    const found = await this.em.fork().findOne(SegmentRow, { video: video_id, segment }, { populate: ['video'] });
    const head = found && (await this.store.head(outputKey(found.video, { segment, epoch, step: found.step })));
    return head?.size ?? null;
  }
}

/**
 * The charge for an attempt, from the rows before its end is recorded. A video that fails is charged for all of its
 * segments.
 */
function chargeOf(
  segment: SegmentRow,
  failure: RenderFailure | undefined,
  { decision: { kind }, endMs }: { decision: ResultDecision; endMs: number },
): SlotCharge {
  const isTimeout = failure?.code === 'RENDER_TIMEOUT' || (failure !== undefined && hasOverrun(segment, endMs));
  return {
    orgId: segment.orgId,
    isTest: segment.test,
    ms: kind === 'fail' ? 0 : dueMs(segment, endMs),
    ...((isTimeout || kind === 'accept') && { isHeldBack: isTimeout }),
  };
}

function drawsFrames({ step }: SegmentRow): boolean {
  return step === 'video' || step === 'pictures';
}

/** A segment whose attempt has ended, and its video. */
interface Ended {
  video: VideoRow;
  segment: SegmentRow;
}

/** Changes the segments of a video, all of `segments`, as decided. */
function carryOut(
  tx: EntityManager,
  decision: ResultDecision,
  { video, segment, segments }: Ended & { segments: readonly SegmentRow[] },
): void {
  const { attempts, faults, losses } = segment;
  const pauseUntil = (pauseMs: number): Date => new Date(Date.now() + pauseMs);
  if (goesBack(decision)) {
    tx.assign(segment, { state: 'WAITING', framesDone: 0 });
    if (video.etaSeconds !== null) tx.assign(video, { etaSeconds: null, updatedAt: new Date() });
  }
  if (decision.kind === 'retry') tx.assign(segment, { faults: faults + 1, notBefore: pauseUntil(decision.pauseMs) });
  if (decision.kind === 'lost') tx.assign(segment, { losses: losses + 1 });
  if (decision.kind === 'release') tx.assign(segment, { attempts: attempts - 1 });
  if (decision.kind === 'redraw') {
    tx.assign(segment, { state: 'BLOCKED', framesDone: 0, attempts: attempts - 1 });
    for (const one of segments) if (decision.segments.includes(one.segment)) makeAgain(tx, one);
  }
  if (decision.kind === 'replan') {
    planAgain(tx, { video, segments }, { frameCount: decision.frameCount, notBefore: pauseUntil(decision.pauseMs) });
  } else queueReadySteps(tx, segments);
}

/** The files of the steps that are DONE. */
function filesOf(video: VideoRow, segments: readonly SegmentRow[]): StepFile[] {
  const done = segments.filter(({ state }) => state === 'DONE');
  return done.map((one) => {
    const { segment, step, redraws } = one;
    return { segment, isPart: step === 'pictures', key: outputKey(video, one), redraws };
  });
}

function goesBack({ kind }: ResultDecision): boolean {
  return kind === 'retry' || kind === 'lost' || kind === 'release';
}
