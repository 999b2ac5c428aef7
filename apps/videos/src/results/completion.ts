import { Injectable } from '@nestjs/common';
import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { publicPosterKey } from '#libs/contracts';
import { Outbox } from '#libs/outbox';
import { Logger } from '#libs/runtime';
import { type CopyOptions, IMMUTABLE, MissingObjectError, ObjectStore } from '#libs/storage';
import { VideoLifecycle } from '../videos/video-lifecycle.js';
import { VideoUpdatePublisher } from '../videos/video-update-publisher.js';
import { VideoRow } from '../videos/video.entity.js';
import { StepRow } from '../videos/step.entity.js';
import { FILES_LOST, MAX_REDRAWS } from './end-decision.js';
import { repeatStep, queueReadySteps } from './repeat-steps.js';
import { outputKey } from '../videos/storage-keys.js';

/** Completes videos whose steps are all DONE. */
@Injectable()
export class Completion {
  constructor(
    private readonly em: EntityManager,
    private readonly outbox: Outbox,
    private readonly lifecycle: VideoLifecycle,
    private readonly store: ObjectStore,
    private readonly updates: VideoUpdatePublisher,
    private readonly log: Logger,
  ) {}

  /**
   * Copies the accepted file and its poster to their public keys, then completes the video. Does nothing while steps
   * are missing or after the video has ended. Repeatable: a DONE step never changes, so every copy is the same. A file
   * that is missing in storage is made again, unless its public copy exists, as it may after the database was restored
   * from a backup.
   *
   * @returns whether this call completed the video
   */
  async finish(videoId: string): Promise<boolean> {
    const ready = await this.findReady(videoId);
    if (!ready) return false;
    const { video, step, posterKey: stillKey, keys } = ready;
    const source = outputKey(video, step);
    const life = this.lifeOfCopies();
    if (!(await this.publish(source, { video, step }, life))) return false;
    const posterKey = await this.publishPoster(video, stillKey, life);
    const status = await this.outbox.transaction(this.em, async (tx) => {
      const locked = await tx.findOneOrFail(VideoRow, videoId, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (locked.status !== 'PROCESSING') return locked.status;
      await this.lifecycle.complete(tx, locked, { fileSize: step.outputSize!, posterKey });
      return 'PROCESSING';
    });
    const hasEndedOtherwise = status === 'FAILED' || status === 'CANCELED' || status === 'DELETED';
    if (hasEndedOtherwise) await this.store.deleteAll([video.publicKey, publicPosterKey(video.publicKey)]); // while we copied
    if (status !== 'PROCESSING') return false;
    this.updates.publish(videoId);
    this.log.info('video.completed', { video_id: videoId, file_size: step.outputSize });
    await this.store.deleteAll(keys);
    return true;
  }

  /**
   * The life of cached copies. Computed before the file is copied, so that a cached copy expires no later than the
   * file.
   */
  private lifeOfCopies(): CopyOptions {
    const expires = this.lifecycle.expiryOf(new Date());
    return expires ? { cacheControl: 'public', expires } : { cacheControl: IMMUTABLE };
  }

  /** Copies the file to its public key. Where it is missing and was not copied before, has it made again and returns false. */
  private async publish(source: string, { video, step }: Made, life: CopyOptions): Promise<boolean> {
    try {
      await this.store.copy(source, video.publicKey, life);
      return true;
    } catch (error) {
      if (!(error instanceof MissingObjectError)) throw error;
      const published = await this.store.head(video.publicKey);
      if (published?.size === step.outputSize) return true;
      this.log.warn('video.file_missing', { video_id: video.id, key: source });
      await this.outbox.transaction(this.em, (tx) => this.repeatStep(tx, { video, step }));
      return false;
    }
  }

  private async repeatStep(tx: EntityManager, { video, step }: Made): Promise<void> {
    const locked = await tx.findOneOrFail(VideoRow, video.id, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (locked.status !== 'PROCESSING') return;
    const steps = await tx.find(StepRow, { video: locked });
    const made = steps.find((one) => one.index === step.index && one.epoch === step.epoch);
    if (made?.state !== 'DONE') return;
    if (made.redraws >= MAX_REDRAWS.missing) await this.lifecycle.fail(tx, locked, FILES_LOST);
    else {
      repeatStep(tx, made);
      queueReadySteps(tx, steps);
    }
  }

  /** Copies the poster to its public key. A missing poster does not fail the video. */
  private async publishPoster(
    { publicKey }: VideoRow,
    posterKey: string | null,
    life: CopyOptions,
  ): Promise<string | null> {
    if (!posterKey) return null;
    const key = publicPosterKey(publicKey);
    try {
      await this.store.copy(posterKey, key, life);
      return key;
    } catch (error) {
      if (!(error instanceof MissingObjectError)) throw error;
      if (await this.store.head(key)) return key; // copied by an earlier call
      this.log.warn('poster.missing', { poster_key: posterKey });
      return null;
    }
  }

  private async findReady(videoId: string): Promise<ReadyVideo | null> {
    const em = this.em.fork();
    const video = await em.findOne(VideoRow, { id: videoId, status: 'PROCESSING' });
    if (!video) return null;
    const steps = await em.find(StepRow, { video });
    const step = steps.find(({ kind }) => kind === 'video' || kind === 'stitch');
    if (!step || steps.some(({ state }) => state !== 'DONE')) return null;
    const posterKey = steps.find((one) => one.posterKey !== null)?.posterKey ?? null;
    const keys = [...steps.map((one) => outputKey(video, one)), ...(posterKey === null ? [] : [posterKey])];
    return { video, step, posterKey, keys };
  }
}

/** A video and the step that made its file. */
interface Made {
  video: VideoRow;
  step: StepRow;
}

/** A video whose steps are all DONE. */
interface ReadyVideo extends Made {
  posterKey: string | null;
  /** Keys of all files that its renderers have stored for it. Files of its document stay until the sweep. */
  keys: string[];
}
