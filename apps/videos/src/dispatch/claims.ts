import { Injectable } from '@nestjs/common';
import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { type ClaimReply, type ClaimSegment, drawingLimitMs, type RenderPlan, type RenderStep } from '#libs/contracts';
import { Outbox } from '#libs/outbox';
import { Logger } from '#libs/runtime';
import { ObjectStore } from '#libs/storage';
import { VideoLifecycle } from '../videos/video-lifecycle.js';
import { VideoRow } from '../videos/video.entity.js';
import { queueWait, segmentAttemptsEnded } from '../videos.metrics.js';
import { decideClaim } from './claim-decision.js';
import { databaseTime } from '../videos/database-time.js';
import { ListeningWindow } from './listening-window.js';
import { isReady } from './next-steps.js';
import { LOST_TOO_OFTEN } from './result-decision.js';
import { MAY_START } from './waiting-orgs.js';
import { chargeEnded, chargeSlots, isHeldBack } from '../videos/slot-charges.js';
import { slotUseMs } from '../videos/slot-use.js';
import { SegmentRow } from '../videos/segment.entity.js';
import { outputKey, planKey } from '../videos/storage-keys.js';

/** Larger plans are passed through the storage, because a NATS message has at most 1 MB. */
const LARGEST_PLAN_BYTES = 256 * 1024;

/** A granted claim with its plan, which the reply holds or points to. */
interface Grant {
  video_id: string;
  segment: number;
  epoch: number;
  attempt: number;
  plan: RenderPlan;
}

/** A segment and its video, both locked. */
interface Work {
  video: VideoRow;
  segment: SegmentRow;
}

type WorkName = Pick<ClaimSegment, 'video_id' | 'segment'>;

/** The segment that an earlier reply to the same claim granted. */
const HELD = `SELECT video_id, segment FROM segments WHERE state = 'LEASED' AND org_id = ? AND claim_id = ? AND worker = ?`;

/** An organization's oldest waiting segment of one kind that had a renderer before and that no other claim has locked. */
const RETURNED = `
  SELECT video_id, segment FROM segments JOIN videos ON id = video_id
   WHERE segments.org_id = ? AND state = 'WAITING' AND epoch > 0 AND segments.test = ? AND status = 'PROCESSING'
     AND (step = 'video' OR ?) AND ${MAY_START}
   ORDER BY queued_at LIMIT 1 FOR UPDATE OF videos SKIP LOCKED`;

type Refusal = ClaimReply & { granted: false };

/** Grants segments to renderers: a renderer must claim the segment of a job first, and only one can hold it. */
@Injectable()
export class Claims {
  constructor(
    private readonly em: EntityManager,
    private readonly outbox: Outbox,
    private readonly lifecycle: VideoLifecycle,
    private readonly listening: ListeningWindow,
    private readonly store: ObjectStore,
    private readonly log: Logger,
  ) {}

  /**
   * Decides a claim in one transaction; a granted one is fenced by its epoch from then on. A holder that repeats its claim
   * receives the same reply.
   */
  async claim(job: ClaimSegment): Promise<ClaimReply> {
    const answer = await this.outbox.transaction(this.em, (tx) => this.decide(tx, job));
    if ('granted' in answer) {
      const { video_id, segment, worker } = job;
      this.log.info('segment.claim_refused', { video_id, segment, worker, reason: answer.reason });
      return answer;
    }
    const { plan, ...grant } = answer;
    this.log.info('segment.claimed', { ...grant, worker: job.worker, job_video_id: job.video_id });
    const bytes = Buffer.from(JSON.stringify(plan));
    if (bytes.length <= LARGEST_PLAN_BYTES) return { granted: true, ...grant, plan };
    const key = planKey(grant.video_id, grant.segment, grant.epoch);
    await this.store.put(key, bytes, { contentType: 'application/json' });
    return { granted: true, ...grant, plan_key: key };
  }

  private async decide(tx: EntityManager, job: ClaimSegment): Promise<Grant | Refusal> {
    const named = await lockWork(tx, job);
    if (!named) return { granted: false, reason: 'unknown' };
    const work = (await heldAlready(tx, job, named)) ?? named;
    const { video, segment } = work;
    if (segment.step !== 'video' && !job.takes_steps) {
      return sendBack(tx, segment); // another renderer takes it
    }
    const now = await databaseTime(tx);
    const decision = decideClaim({
      status: video.status,
      state: segment.state,
      losses: segment.losses,
      leaseAlive: this.isAlive(segment, now),
      isReady: isReady(segment.step, await stepsOf(tx, work)),
      isHeldBack: await isHeldBack(tx, segment),
      isRepeated: isHolder(segment, job),
    });
    if (decision === 'exhausted') {
      segmentAttemptsEnded.inc({ outcome: 'fail' });
      await this.lifecycle.fail(tx, video, LOST_TOO_OFTEN);
      return { granted: false, reason: 'terminal' };
    }
    if (decision === 'repeat') {
      tx.assign(segment, { heartbeatAt: now });
      return grantOf(tx, video, segment);
    }
    if (decision === 'hold back') return sendBack(tx, segment);
    if (decision === 'take over') {
      // Its estimate is left for the attempt that begins.
      const ms = slotUseMs(segment, segment.heartbeatAt?.getTime() ?? 0);
      await chargeSlots(tx, { orgId: segment.orgId, isTest: segment.test, ms });
      segmentAttemptsEnded.inc({ outcome: 'lost' }); // in the transaction: one that is rolled back is rare
      tx.assign(segment, { losses: segment.losses + 1 });
    } else if (decision !== 'grant') return { granted: false, reason: decision };
    return this.grant(tx, job, { ...((await inItsPlace(tx, job, named)) ?? named), now });
  }

  private async grant(
    tx: EntityManager,
    job: ClaimSegment,
    { video, segment, now }: Work & { now: Date },
  ): Promise<Grant> {
    if (!video.startedAt) queueWait.observe((now.getTime() - segment.queuedAt.getTime()) / 1_000);
    tx.assign(segment, {
      state: 'LEASED',
      epoch: segment.epoch + 1,
      attempts: segment.attempts + 1,
      worker: job.worker,
      claimId: job.claim_id ?? null,
      claimedAt: now,
      heartbeatAt: now,
      framesDone: 0,
    });
    await this.lifecycle.start(tx, video);
    return grantOf(tx, video, segment);
  }

  private isAlive({ heartbeatAt }: SegmentRow, now: Date): boolean {
    const silentBefore = this.listening.silentBefore(now);
    return silentBefore === null || (heartbeatAt instanceof Date && heartbeatAt >= silentBefore);
  }
}

/** Returns the segment of a job that is not granted to the queue. */
async function sendBack(tx: EntityManager, segment: SegmentRow): Promise<Refusal> {
  if (segment.state === 'DISPATCHED') {
    await chargeEnded(tx, [segment]);
    tx.assign(segment, { state: 'WAITING' });
  }
  return { granted: false, reason: 'leased' };
}

async function lockWork(tx: EntityManager, { video_id, segment: index }: WorkName): Promise<Work | null> {
  const lockMode = LockMode.PESSIMISTIC_WRITE;
  const video = await tx.findOne(VideoRow, video_id, { lockMode, populate: ['document'] });
  const segment = video && (await tx.findOne(SegmentRow, { video, segment: index }, { lockMode }));
  return segment && { video, segment };
}

function isHolder({ claimId, worker }: SegmentRow, job: ClaimSegment): boolean {
  return job.claim_id !== undefined && claimId === job.claim_id && worker === job.worker;
}

/** The segment that this worker holds by the same claim in place of the job's own: the reply that granted it may be lost. */
async function heldAlready(tx: EntityManager, job: ClaimSegment, named: Work): Promise<Work | null> {
  if (!job.takes_other || job.claim_id === undefined || isHolder(named.segment, job)) return null;
  const [held] = await tx.execute<WorkName[]>(HELD, [named.video.orgId, job.claim_id, job.worker]);
  return held ? lockWork(tx, held) : null;
}

/**
 * A segment of the same organization that lost its renderer is rendered before one that never had one: it takes the place of
 * the job's own segment, which returns to the front of the queue.
 */
async function inItsPlace(tx: EntityManager, job: ClaimSegment, { video, segment }: Work): Promise<Work | null> {
  if (!job.takes_other || segment.state !== 'DISPATCHED' || segment.epoch > 0) return null;
  const [returned] = await tx.execute<WorkName[]>(RETURNED, [video.orgId, segment.test, job.takes_steps ?? false]);
  const work = returned ? await lockWork(tx, returned) : null;
  if (work?.segment.state !== 'WAITING') return null;
  const ms = work.segment.costMs - segment.costMs;
  await chargeSlots(tx, { orgId: segment.orgId, isTest: segment.test, ms });
  tx.assign(work.segment, { encoder: segment.encoder });
  tx.assign(segment, { state: 'WAITING' });
  return work;
}

/** The grant of the segment's latest claim. */
async function grantOf(tx: EntityManager, video: VideoRow, segment: SegmentRow): Promise<Grant> {
  const { segment: index, epoch, attempts: attempt, step } = segment;
  const done = (await stepsOf(tx, { video, segment })).filter(({ state }) => state === 'DONE');
  const plan = { ...planOf(video, segment), ...inputsOf(video, step, done) };
  return { video_id: video.id, segment: index, epoch, attempt, plan };
}

/** All segments of a video that is cut. */
async function stepsOf(tx: EntityManager, { video, segment }: Work): Promise<SegmentRow[]> {
  return segment.step === 'video' ? [] : tx.find(SegmentRow, { video });
}

/** The files of earlier steps that a step reads. */
function inputsOf(video: VideoRow, step: RenderStep, done: readonly SegmentRow[]): Partial<RenderPlan> {
  if (step === 'video') return {};
  const keyOf = (wanted: RenderStep): string | undefined => {
    const made = done.find((other) => other.step === wanted);
    return made && outputKey(video, made);
  };
  const [assets_key, sound_key] = [keyOf('assets'), keyOf('sound')];
  if (step !== 'stitch') return { step, ...(assets_key !== undefined && { assets_key }) };
  const pictures = done.filter((other) => other.step === 'pictures').sort((a, b) => a.fromFrame - b.fromFrame);
  const parts = pictures.map((part) => {
    const { segment, fromFrame: from_frame, toFrame: to_frame, claimedAt } = part;
    const drawn = { ...(claimedAt && { drawn_at: claimedAt.getTime() }) };
    return { segment, key: outputKey(video, part), from_frame, to_frame, ...drawn };
  });
  return { step, parts, ...(sound_key !== undefined && { sound_key }) };
}

/** The renderer's plan for a segment. */
function planOf(video: VideoRow, segment: SegmentRow): RenderPlan {
  return {
    format: video.format,
    encoder: segment.encoder ?? 'software',
    fps: video.fps,
    from_frame: segment.fromFrame,
    to_frame: segment.toFrame,
    frame_count: video.frameCount,
    drawing_limit_ms: drawingLimitMs(segment.costMs, video.durationS),
    document: video.document!, // removed only after the video's end
    ...(video.audioUrl ? { audio_url: video.audioUrl } : {}),
    ...(video.keyFrameIntervalS !== null ? { key_frame_interval: video.keyFrameIntervalS } : {}),
    ...(video.maxWidth !== null ? { max_width: video.maxWidth } : {}),
    ...(video.loop !== null ? { loop: video.loop } : {}),
    ...(video.test ? { test: true } : {}),
    output_key: outputKey(video, segment),
  };
}
