import { Injectable } from '@nestjs/common';
import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { SHORTEST_ATTEMPT_MS } from '#libs/contracts';
import { Outbox } from '#libs/outbox';
import { Logger } from '#libs/runtime';
import { VideoLifecycle } from '../videos/video-lifecycle.js';
import { VideoUpdatePublisher } from '../videos/video-update-publisher.js';
import { VideoRow } from '../videos/video.entity.js';
import { StepRow } from '../videos/step.entity.js';
import { type Overdue, overdue, QUEUE_LIMIT_MS, type VideoClock, WHOLE_LIMIT_MS } from '../claims/signs-of-life.js';
import { repairEach, type RepairPass } from './repair-pass.js';

const BATCH = 1_000;

/**
 * Videos old enough to have exceeded one of the limits. Each part reads an index that leaves out videos that merely
 * wait.
 */
const SUSPECTS = `
  SELECT id FROM videos
   WHERE status = 'PROCESSING' AND created_at <= ? AND started_at IS NULL AND accepted_at <= ?
  UNION SELECT id FROM videos WHERE status = 'PROCESSING' AND created_at <= ? AND accepted_at <= ?
  UNION SELECT video_id FROM segments
         WHERE state = 'LEASED' AND heartbeat_at - claimed_at >= make_interval(secs => ?) LIMIT ${BATCH}`;

const MESSAGES = {
  'not begun': 'No renderer was free for the video within 24 hours',
  attempt: 'The video took longer to render than a video of its length may',
  whole: 'The video was not finished within 48 hours',
} as const satisfies Record<Overdue, string>;

/** Fails videos that have been PROCESSING for too long, so that every video ends. */
@Injectable()
export class OverdueVideos implements RepairPass {
  readonly repairs = 'overdue_videos';

  constructor(
    private readonly em: EntityManager,
    private readonly outbox: Outbox,
    private readonly lifecycle: VideoLifecycle,
    private readonly updates: VideoUpdatePublisher,
    private readonly log: Logger,
  ) {}

  async repair(): Promise<number> {
    const [queued, whole] = [QUEUE_LIMIT_MS, WHOLE_LIMIT_MS].map((ageMs) => new Date(Date.now() - ageMs));
    const suspects = await this.em
      .fork()
      .execute<{ id: string }[]>(SUSPECTS, [queued, queued, whole, whole, SHORTEST_ATTEMPT_MS / 1_000]);
    return repairEach(suspects, ({ id }) => this.fail(id));
  }

  private async fail(videoId: string): Promise<boolean> {
    const hasFailed = await this.outbox.transaction(this.em, async (tx) => {
      const lockMode = LockMode.PESSIMISTIC_WRITE;
      const video = await tx.findOne(VideoRow, videoId, { lockMode });
      if (video?.status !== 'PROCESSING') return false;
      const longest = { lockMode, orderBy: { claimedAt: 'asc' } } as const;
      const held = await tx.findOne(StepRow, { video, state: 'LEASED' }, longest);
      const limit = overdue(clockOf(video, held), Date.now());
      if (!limit) return false;
      await this.lifecycle.fail(tx, video, { code: 'RENDER_TIMEOUT', message: MESSAGES[limit], retryable: true });
      return true;
    });
    if (hasFailed) {
      this.updates.cancelRendering(videoId);
      this.log.warn('video.timed_out', { video_id: videoId });
    }
    return hasFailed;
  }
}

function clockOf({ acceptedAt, startedAt, durationS }: VideoRow, held: StepRow | null): VideoClock {
  const [claimedAtMs, lastSignAtMs] = [held?.claimedAt?.getTime(), held?.heartbeatAt?.getTime()];
  return {
    acceptedAtMs: acceptedAt?.getTime() ?? Date.now(),
    startedAtMs: startedAt?.getTime() ?? null,
    durationS,
    attempt: claimedAtMs !== undefined && lastSignAtMs !== undefined ? { claimedAtMs, lastSignAtMs } : null,
  };
}
