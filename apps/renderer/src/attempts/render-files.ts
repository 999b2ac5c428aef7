import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { text } from 'node:stream/consumers';
import { type ClaimReply, type RenderOutput, type RenderPlan } from '#libs/contracts';
import { Logger } from '#libs/runtime';
import { contentTypeOf, MissingObjectError, ObjectStore, StorageError } from '#libs/storage';
import type { RenderedVideo } from '../render-job.js';

const RETRY_MS = 2_000;

/**
 * Reads plans from storage and uploads finished files. Retries while storage is unavailable, until the attempt's signal
 * aborts: a file took minutes to draw, so waiting is cheaper than drawing it again.
 */
@Injectable()
export class RenderFiles {
  constructor(
    private readonly store: ObjectStore,
    private readonly log: Logger,
  ) {}

  /** The plan of a claim; read from storage where the claim contains only its key. */
  async planOf(claim: ClaimReply & { granted: true }, signal: AbortSignal): Promise<RenderPlan> {
    if ('plan' in claim) return claim.plan;
    const { plan_key } = claim;
    return this.patiently(signal, async () => {
      const object = await this.store.open(plan_key);
      if (!object) throw new MissingObjectError(plan_key);
      return JSON.parse(await text(object.stream)) as RenderPlan;
    });
  }

  /** Stores a finished file and its poster under keys that contain the attempt's epoch. */
  async upload(plan: RenderPlan, video: RenderedVideo, signal: AbortSignal): Promise<RenderOutput> {
    const key = plan.output_key;
    const poster_key = key.replace(/\.\w+$/, '.jpg');
    const put = (to: string, file: string) =>
      this.patiently(signal, () => this.store.putFile(to, file, { contentType: contentTypeOf(to) }));
    await put(key, video.file);
    await put(poster_key, video.poster);
    return { key, file_size: video.fileSize, frames: video.frames, duration: video.durationS, poster_key };
  }

  /** @throws the signal's reason after an abort, and errors that a retry would not change */
  private async patiently<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof StorageError && error.isTemporary)) throw error;
        this.log.warn('storage.unavailable', { error });
        await delay(RETRY_MS, undefined, { signal }).catch(() => signal.throwIfAborted());
      }
    }
  }
}
