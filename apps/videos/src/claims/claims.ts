import { Injectable } from '@nestjs/common';
import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { type ClaimReply, type ClaimStep, drawingLimitMs, type RenderPlan, type RenderStep } from '#libs/contracts';
import { planVideo } from '#libs/drafts';
import { Outbox } from '#libs/outbox';
import { Logger } from '#libs/runtime';
import { ObjectStore } from '#libs/storage';
import { VideoLifecycle } from '../videos/video-lifecycle.js';
import { VideoRow } from '../videos/video.entity.js';
import { queueWait, stepAttemptsEnded } from '../videos.metrics.js';
import { decideClaim } from './claim-decision.js';
import { databaseTime } from '../videos/database-time.js';
import { ListeningWindow } from './listening-window.js';
import { isReady } from '../videos/step-order.js';
import { LOST_TOO_OFTEN } from '../results/end-decision.js';
import { MAY_START } from '../queue/waiting-orgs.js';
import { chargeEnded, chargeSlots, isHeldBack } from '../videos/slot-charges.js';
import { slotUseMs } from '../videos/slot-use.js';
import { StepRow } from '../videos/step.entity.js';
import { outputKey, planKey } from '../videos/storage-keys.js';

/**
 * Largest plan in a message, bytes. Larger ones are passed through the storage, because a NATS message has at most 1
 * MB.
 */
const LARGEST_PLAN_BYTES = 256 * 1024;

/** A granted claim with its plan, which the reply holds or points to. */
interface Grant {
  video_id: string;
  segment: number;
  epoch: number;
  attempt: number;
  plan: RenderPlan;
}

/** A step and its video, both locked. */
interface Work {
  video: VideoRow;
  step: StepRow;
}

type WorkName = Pick<ClaimStep, 'video_id' | 'segment'>;

/** The step that an earlier reply to the same claim granted. */
const HELD = `SELECT video_id, segment FROM segments WHERE state = 'LEASED' AND org_id = ? AND claim_id = ? AND worker = ?`;

/** An organization's oldest waiting step of one kind that had a renderer before and that no other claim has locked. */
const RETURNED = `
  SELECT video_id, segment FROM segments JOIN videos ON id = video_id
   WHERE segments.org_id = ? AND state = 'WAITING' AND epoch > 0 AND segments.test = ? AND status = 'PROCESSING'
     AND (step = 'video' OR ?) AND ${MAY_START}
   ORDER BY queued_at LIMIT 1 FOR UPDATE OF videos SKIP LOCKED`;

type Refusal = ClaimReply & { granted: false };

/** Grants steps to renderers: a renderer must claim the step of a job first, and only one can hold it. */
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
  async claim(job: ClaimStep): Promise<ClaimReply> {
    const decided = await this.outbox.transaction(this.em, (tx) => this.decide(tx, job));
    if ('granted' in decided) {
      const { video_id, segment, worker } = job;
      this.log.info('step.claim_refused', { video_id, segment, worker, reason: decided.reason });
      return decided;
    }
    const { plan, ...grant } = decided;
    this.log.info('step.claimed', { ...grant, worker: job.worker, job_video_id: job.video_id });
    const bytes = Buffer.from(JSON.stringify(plan));
    if (bytes.length <= LARGEST_PLAN_BYTES) return { granted: true, ...grant, plan };
    const key = planKey(grant.video_id, grant.segment, grant.epoch);
    await this.store.put(key, bytes, { contentType: 'application/json' });
    return { granted: true, ...grant, plan_key: key };
  }

  private async decide(tx: EntityManager, job: ClaimStep): Promise<Grant | Refusal> {
    const named = await lockWork(tx, job);
    if (!named) return { granted: false, reason: 'unknown' };
    const work = (await heldAlready(tx, job, named)) ?? named;
    const { video, step } = work;
    if (step.kind !== 'video' && !job.takes_steps) return sendBack(tx, step); // another renderer takes it
    const now = await databaseTime(tx);
    const decision = decideClaim({
      status: video.status,
      state: step.state,
      losses: step.losses,
      leaseAlive: this.isAlive(step, now),
      isReady: isReady(step.kind, await stepsOf(tx, work)),
      isHeldBack: await isHeldBack(tx, step),
      isRepeated: isHolder(step, job),
    });
    switch (decision) {
      case 'grant':
        return this.grant(tx, job, { ...((await inItsPlace(tx, job, named)) ?? named), now });
      case 'take over':
        await countLoss(tx, step);
        return this.grant(tx, job, { ...named, now });
      case 'repeat':
        tx.assign(step, { heartbeatAt: now });
        return grantOf(tx, work);
      case 'hold back':
        return sendBack(tx, step);
      case 'exhausted':
        stepAttemptsEnded.inc({ outcome: 'fail' });
        await this.lifecycle.fail(tx, video, LOST_TOO_OFTEN);
        return { granted: false, reason: 'terminal' };
      case 'terminal':
      case 'leased':
      case 'unknown':
        return { granted: false, reason: decision };
    }
  }

  private async grant(tx: EntityManager, job: ClaimStep, { now, ...work }: Work & { now: Date }): Promise<Grant> {
    const { video, step } = work;
    if (!video.startedAt) queueWait.observe((now.getTime() - step.queuedAt.getTime()) / 1_000);
    tx.assign(step, {
      state: 'LEASED',
      epoch: step.epoch + 1,
      attempts: step.attempts + 1,
      worker: job.worker,
      claimId: job.claim_id ?? null,
      claimedAt: now,
      heartbeatAt: now,
      framesDone: 0,
    });
    await this.lifecycle.start(tx, video);
    return grantOf(tx, work);
  }

  private isAlive({ heartbeatAt }: StepRow, now: Date): boolean {
    const silentBefore = this.listening.silentBefore(now);
    return silentBefore === null || (heartbeatAt instanceof Date && heartbeatAt >= silentBefore);
  }
}

/** Counts the former holder of a step as lost. Its estimate is left for the attempt that begins. */
async function countLoss(tx: EntityManager, step: StepRow): Promise<void> {
  const ms = slotUseMs(step, step.heartbeatAt?.getTime() ?? 0);
  await chargeSlots(tx, { orgId: step.orgId, isTest: step.test, ms });
  stepAttemptsEnded.inc({ outcome: 'lost' }); // in the transaction: one that is rolled back is rare
  tx.assign(step, { losses: step.losses + 1 });
}

/** Returns the step of a job that is not granted to the queue. */
async function sendBack(tx: EntityManager, step: StepRow): Promise<Refusal> {
  if (step.state === 'DISPATCHED') {
    await chargeEnded(tx, [step]);
    tx.assign(step, { state: 'WAITING' });
  }
  return { granted: false, reason: 'leased' };
}

async function lockWork(tx: EntityManager, { video_id, segment: index }: WorkName): Promise<Work | null> {
  const lockMode = LockMode.PESSIMISTIC_WRITE;
  const video = await tx.findOne(VideoRow, video_id, { lockMode, populate: ['document'] });
  const step = video && (await tx.findOne(StepRow, { video, index }, { lockMode }));
  return step && { video, step };
}

function isHolder({ claimId, worker }: StepRow, job: ClaimStep): boolean {
  return job.claim_id !== undefined && claimId === job.claim_id && worker === job.worker;
}

/**
 * The step that this worker holds by the same claim instead of the job's own step, if the reply that granted it was
 * lost.
 */
async function heldAlready(tx: EntityManager, job: ClaimStep, named: Work): Promise<Work | null> {
  if (!job.takes_other || job.claim_id === undefined || isHolder(named.step, job)) return null;
  const [held] = await tx.execute<WorkName[]>(HELD, [named.video.orgId, job.claim_id, job.worker]);
  return held ? lockWork(tx, held) : null;
}

/**
 * A step of the same organization that lost its renderer is rendered before one that never had one: it takes the place of
 * the job's own step, which returns to the front of the queue.
 */
async function inItsPlace(tx: EntityManager, job: ClaimStep, { video, step }: Work): Promise<Work | null> {
  if (!job.takes_other || step.state !== 'DISPATCHED' || step.epoch > 0) return null;
  const [returned] = await tx.execute<WorkName[]>(RETURNED, [video.orgId, step.test, job.takes_steps ?? false]);
  const work = returned ? await lockWork(tx, returned) : null;
  if (work?.step.state !== 'WAITING') return null;
  const ms = work.step.costMs - step.costMs;
  await chargeSlots(tx, { orgId: step.orgId, isTest: step.test, ms });
  tx.assign(work.step, { encoder: step.encoder });
  tx.assign(step, { state: 'WAITING' });
  return work;
}

/** The grant of the step's latest claim. */
async function grantOf(tx: EntityManager, { video, step }: Work): Promise<Grant> {
  const { index, epoch, attempts: attempt, kind } = step;
  const done = (await stepsOf(tx, { video, step })).filter(({ state }) => state === 'DONE');
  const plan = { ...planOf(video, step), ...inputsOf(video, kind, done), ...(await orderOf(tx, video)) };
  return { video_id: video.id, segment: index, epoch, attempt, plan };
}

/** All steps of a video that is cut. */
async function stepsOf(tx: EntityManager, { video, step }: Work): Promise<StepRow[]> {
  return step.kind === 'video' ? [] : tx.find(StepRow, { video });
}

/** The order of a video that is one of several sizes, for the renderer to share what they have in common. */
async function orderOf(tx: EntityManager, { id, batchId, batchRow }: VideoRow): Promise<Pick<RenderPlan, 'order'>> {
  if (batchId === null) return {};
  const [other] = await tx.execute('SELECT 1 FROM videos WHERE batch_id = ? AND batch_row = ? AND id <> ? LIMIT 1', [
    batchId,
    batchRow,
    id,
  ]);
  return other ? { order: `${batchId}:${batchRow}` } : {};
}

/** The files of earlier steps that a step reads. */
function inputsOf(video: VideoRow, kind: RenderStep, done: readonly StepRow[]): Partial<RenderPlan> {
  if (kind === 'video') return {};
  const keyOf = (wanted: RenderStep): string | undefined => {
    const made = done.find((other) => other.kind === wanted);
    return made && outputKey(video, made);
  };
  const [assets_key, sound_key] = [keyOf('assets'), keyOf('sound')];
  if (kind !== 'stitch') return { step: kind, ...(assets_key !== undefined && { assets_key }) };
  const pictures = done.filter((other) => other.kind === 'pictures').sort((a, b) => a.fromFrame - b.fromFrame);
  const parts = pictures.map((part) => {
    const { index: segment, fromFrame: from_frame, toFrame: to_frame, claimedAt } = part;
    const drawn = { ...(claimedAt && { drawn_at: claimedAt.getTime() }) };
    return { segment, key: outputKey(video, part), from_frame, to_frame, ...drawn };
  });
  return { step: kind, parts, ...(sound_key !== undefined && { sound_key }) };
}

/** The renderer's plan for a step. */
function planOf(video: VideoRow, step: StepRow): RenderPlan {
  return {
    // The document is removed only after the video's end.
    ...planVideo(video, video.document!, step.encoder ?? 'software'),
    from_frame: step.fromFrame,
    to_frame: step.toFrame,
    drawing_limit_ms: drawingLimitMs(step.costMs, video.durationS),
    output_key: outputKey(video, step),
  };
}
