import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import {
  type Video,
  VIDEO_CALLBACK,
  VideoCallback,
  VIDEO_EVENT_CONTRACTS,
  type VideoError,
  type VideoEvent,
  type VideoEventType,
} from '#libs/contracts';
import { Outbox } from '#libs/outbox';
import { completionTime, videosEnded } from '../videos.metrics.js';
import { chargeEnded } from './slot-charges.js';
import { StepRow } from './step.entity.js';
import { VideosConfig } from '../videos.config.js';
import { toVideo } from './to-video.js';
import type { VideoRow } from './video.entity.js';
import { canBecome, type TerminalStatus } from './video-status.js';

const DAY_MS = 24 * 60 * 60_000;

/** Position of an event within its video. */
const SEQUENCE = { 'video.started': 1, 'video.finished': 2, 'video.failed': 2 } as const satisfies Record<
  VideoEventType,
  number
>;

const CANCELED: VideoError = { code: 'CANCELED', message: 'The video was canceled', retryable: false };

/**
 * The steps of a video's lifecycle. Each changes a row that the caller has locked and enqueues the event in the same
 * transaction.
 */
@Injectable()
export class VideoLifecycle {
  constructor(
    private readonly outbox: Outbox,
    private readonly config: VideosConfig,
  ) {}

  /** Records that the first renderer has begun; later renderers change nothing. */
  async start(tx: EntityManager, video: VideoRow): Promise<void> {
    if (video.startedAt) return;
    const now = new Date();
    tx.assign(video, { startedAt: now, updatedAt: now });
    await this.enqueue(tx, 'video.started', video);
  }

  /** Call it when the file, and the poster if there is one, can be read under its public key. */
  async complete(
    tx: EntityManager,
    video: VideoRow,
    files: { fileSize: number; posterKey: string | null },
  ): Promise<void> {
    end(tx, video, 'COMPLETED');
    videosEnded.inc({ status: 'COMPLETED', code: '' });
    tx.assign(video, { ...files, progress: 100, expiresAt: this.expiryOf(video.finishedAt!) });
    await this.enqueue(tx, 'video.finished', video);
    completionTime.observe((Date.now() - video.acceptedAt!.getTime()) / 1_000);
  }

  /** Fails the video; its remaining steps leave the queue. */
  async fail(tx: EntityManager, video: VideoRow, error: VideoError): Promise<void> {
    await this.endUnfinished(tx, video, { status: 'FAILED', error });
  }

  /** Cancels the video; its remaining steps leave the queue. */
  async cancel(tx: EntityManager, video: VideoRow): Promise<Video> {
    return this.endUnfinished(tx, video, { status: 'CANCELED', error: CANCELED });
  }

  /** Deletes a video that has ended; its files expire at once. There is no event. */
  remove(tx: EntityManager, video: VideoRow): void {
    if (!canBecome(video.status, 'DELETED')) throw new Error(`video ${video.id} is ${video.status}, not to be deleted`);
    tx.assign(video, { status: 'DELETED' });
    if (video.fileSize !== null) tx.assign(video, { expiresAt: new Date() });
  }

  /** Time at which the file of a video that finished at `finishedAt` is removed; null if files are kept forever. */
  expiryOf(finishedAt: Date): Date | null {
    const { fileRetentionDays } = this.config;
    return fileRetentionDays === 0 ? null : new Date(finishedAt.getTime() + fileRetentionDays * DAY_MS);
  }

  private async endUnfinished(
    tx: EntityManager,
    video: VideoRow,
    { status, error }: { status: 'FAILED' | 'CANCELED'; error: VideoError },
  ): Promise<Video> {
    end(tx, video, status);
    videosEnded.inc({ status, code: error.code }); // in the transaction: one that is rolled back is rare, and repeated
    tx.assign(video, { error });
    const active = await tx.find(StepRow, { video: video.id, state: { $in: ['DISPATCHED', 'LEASED'] } });
    await tx.nativeUpdate(StepRow, { video: video.id, state: { $ne: 'DONE' } }, { state: 'DROPPED' });
    await chargeEnded(tx, active);
    return this.enqueue(tx, 'video.failed', video);
  }

  /** @returns the Video of the event */
  private async enqueue(tx: EntityManager, type: VideoEventType, video: VideoRow): Promise<Video> {
    const event: VideoEvent = {
      schema: 1,
      type,
      sequence: SEQUENCE[type],
      occurred_at: video.updatedAt.toISOString(),
      org_id: video.orgId,
      video: toVideo(video, this.config),
    };
    const options = { orderKey: video.id, traceHeaders: video.traceHeaders };
    await this.outbox.enqueue(tx, VIDEO_EVENT_CONTRACTS[type], event, options);
    const { callback, startedAt } = video;
    if (!callback?.events.includes(type)) return event.video;
    const isSecond = type !== 'video.started' && startedAt !== null && callback.events.includes('video.started');
    const order = { url: callback.url, ...(isSecond && { after: SEQUENCE['video.started'] }) };
    await this.outbox.enqueue(tx, VIDEO_CALLBACK, Object.assign(new VideoCallback(), event, order), options);
    return event.video;
  }
}

function end(tx: EntityManager, video: VideoRow, status: TerminalStatus): void {
  if (!canBecome(video.status, status)) throw new Error(`video ${video.id} is ${video.status}, not to be ${status}`);
  const now = new Date();
  tx.assign(video, { status, etaSeconds: null, finishedAt: now, updatedAt: now });
}
