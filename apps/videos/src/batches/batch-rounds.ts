import { Injectable } from '@nestjs/common';
import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { type LeaderLock, LeaderLocks } from '#libs/database';
import { Outbox } from '#libs/outbox';
import { RepeatedWork, type Repeater } from '#libs/runtime';
import { VideoLifecycle } from '../videos/video-lifecycle.js';
import { VideoUpdatePublisher } from '../videos/video-update-publisher.js';
import { VideoRow } from '../videos/video.entity.js';
import { type EndedBatch, FinishBatchService } from './finish-batch.service.js';

const ROUND_MS = 1_000;
/** Videos that are canceled in one transaction. */
const CANCELED_AT_ONCE = 50;
/** Batches of one round. */
const MOST = 100;

const TO_CANCEL = `
  SELECT id FROM batches WHERE status = 'PROCESSING' AND canceled_at IS NOT NULL
     AND EXISTS (SELECT FROM videos WHERE batch_id = batches.id AND status = 'PROCESSING') LIMIT ${MOST}`;

const TO_FINISH = `
  SELECT id, corrections FROM batches WHERE status = 'PROCESSING'
     AND NOT EXISTS (SELECT FROM videos WHERE batch_id = batches.id AND status = 'PROCESSING') LIMIT ${MOST}`;

/**
 * Cancels the videos of canceled batches and finishes batches whose videos have all ended, on the one replica that
 * leads. Videos never write to the row of their batch, so they do not wait for each other. The next round continues
 * what a crash interrupts.
 */
@Injectable()
export class BatchRounds {
  private readonly lock: LeaderLock;
  private readonly repeater: Repeater;

  constructor(
    private readonly em: EntityManager,
    private readonly outbox: Outbox,
    private readonly lifecycle: VideoLifecycle,
    private readonly updates: VideoUpdatePublisher,
    private readonly endings: FinishBatchService,
    locks: LeaderLocks,
    work: RepeatedWork,
  ) {
    this.lock = locks.lock('batches', () => this.repeater.kick());
    this.repeater = work.repeat(() => this.round(), ROUND_MS, 'batches.round_failed');
  }

  /** Starts a round at once, if this replica leads. */
  kick(): void {
    this.repeater.kick();
  }

  private async round(): Promise<void> {
    if (!(await this.lock.isHeld())) return;
    const canceled = await this.em.fork().execute<{ id: string }[]>(TO_CANCEL);
    for (const { id } of canceled) while (this.lock.isHeldNow && (await this.cancelSome(id)) > 0);
    const ended = await this.em.fork().execute<EndedBatch[]>(TO_FINISH);
    for (const batch of ended) await this.endings.finish(batch);
  }

  /** @returns how many videos were canceled; a video that is locked just now ends by itself, or in the next round */
  private async cancelSome(batchId: string): Promise<number> {
    const ids = await this.outbox.transaction(this.em, async (tx) => {
      const lockMode = LockMode.PESSIMISTIC_PARTIAL_WRITE;
      const where = { batchId, status: 'PROCESSING' } as const;
      const videos = await tx.find(VideoRow, where, { limit: CANCELED_AT_ONCE, lockMode });
      for (const video of videos) await this.lifecycle.cancel(tx, video);
      return videos.map(({ id }) => id);
    });
    for (const id of ids) this.updates.cancelRendering(id);
    return ids.length;
  }
}
