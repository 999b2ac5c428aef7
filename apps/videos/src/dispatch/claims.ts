import { Injectable } from '@nestjs/common';
import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import type { ClaimReply, ClaimSegment, RenderPlan } from '#libs/contracts';
import { Outbox } from '#libs/outbox';
import { Logger } from '#libs/runtime';
import { ObjectStore } from '#libs/storage';
import { VideoLifecycle } from '../videos/video-lifecycle.js';
import { VideoRow } from '../videos/video.entity.js';
import { queueWait } from '../videos.metrics.js';
import { decideClaim } from './claim-decision.js';
import { Hearing } from './hearing.js';
import { LOST_TOO_OFTEN } from './result-decision.js';
import { SegmentRow } from './segment.entity.js';
import { outputKey, planKey } from './storage-keys.js';

/** A plan over this size goes by way of the storage: a message may have 1 MB in all. */
const LARGEST_PLAN_BYTES = 256 * 1024;

/** A claim that was granted, before its plan is on its way. */
interface Grant {
  epoch: number;
  attempt: number;
  plan: RenderPlan;
}

type Refusal = ClaimReply & { granted: false };

/** Hands segments out to renderers: whoever has a job must claim it first, and only one can hold it. */
@Injectable()
export class Claims {
  constructor(
    private readonly em: EntityManager,
    private readonly outbox: Outbox,
    private readonly lifecycle: VideoLifecycle,
    private readonly hearing: Hearing,
    private readonly store: ObjectStore,
    private readonly log: Logger,
  ) {}

  /**
   * Answers a claim in one transaction; a granted one is fenced by its epoch from then on. The holder that repeats its
   * claim gets the same answer again.
   */
  async claim(job: ClaimSegment): Promise<ClaimReply> {
    const answer = await this.outbox.transaction(this.em, (tx) => this.decide(tx, job));
    const { video_id, segment, worker } = job;
    if ('granted' in answer) {
      this.log.info('segment.claim_refused', { video_id, segment, worker, reason: answer.reason });
      return answer;
    }
    const { epoch, attempt, plan } = answer;
    this.log.info('segment.claimed', { video_id, segment, worker, epoch, attempt });
    const bytes = Buffer.from(JSON.stringify(plan));
    if (bytes.length <= LARGEST_PLAN_BYTES) return { granted: true, epoch, attempt, plan };
    const key = planKey(video_id, segment, epoch);
    await this.store.put(key, bytes, { contentType: 'application/json' });
    return { granted: true, epoch, attempt, plan_key: key };
  }

  private async decide(tx: EntityManager, job: ClaimSegment): Promise<Grant | Refusal> {
    const lockMode = LockMode.PESSIMISTIC_WRITE;
    const video = await tx.findOne(VideoRow, job.video_id, { lockMode, populate: ['document'] });
    const segment = video && (await tx.findOne(SegmentRow, { video, segment: job.segment }, { lockMode }));
    if (!segment) return { granted: false, reason: 'unknown' };
    const decision = decideClaim({
      status: video.status,
      state: segment.state,
      losses: segment.losses,
      leaseAlive: this.isAlive(segment),
      isRepeated: job.claim_id !== undefined && segment.claimId === job.claim_id && segment.worker === job.worker,
    });
    if (decision === 'exhausted') {
      await this.lifecycle.fail(tx, video, LOST_TOO_OFTEN);
      return { granted: false, reason: 'terminal' };
    }
    if (decision === 'repeat') {
      tx.assign(segment, { heartbeatAt: new Date() });
      return grantOf(video, segment);
    }
    if (decision === 'take over') tx.assign(segment, { losses: segment.losses + 1 });
    else if (decision !== 'grant') return { granted: false, reason: decision };
    const now = new Date();
    if (segment.attempts === 0) queueWait.observe((now.getTime() - segment.queuedAt.getTime()) / 1_000);
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
    return grantOf(video, segment);
  }

  private isAlive({ heartbeatAt }: SegmentRow): boolean {
    const silentBefore = this.hearing.silentBefore;
    return silentBefore === null || (heartbeatAt instanceof Date && heartbeatAt >= silentBefore);
  }
}

/** What the latest claim of a segment was granted. */
function grantOf(video: VideoRow, segment: SegmentRow): Grant {
  return { epoch: segment.epoch, attempt: segment.attempts, plan: planOf(video, segment) };
}

/** What it is to draw. */
function planOf(video: VideoRow, segment: SegmentRow): RenderPlan {
  return {
    format: video.format,
    encoder: segment.encoder ?? 'software',
    fps: video.fps,
    from_frame: segment.fromFrame,
    to_frame: segment.toFrame,
    frame_count: video.frameCount,
    document: video.document,
    ...(video.audioUrl ? { audio_url: video.audioUrl } : {}),
    ...(video.test ? { test: true } : {}),
    output_key: outputKey(video, segment.segment, segment.epoch),
  };
}
