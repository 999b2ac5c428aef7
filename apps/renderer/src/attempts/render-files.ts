import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { text } from 'node:stream/consumers';
import { type ClaimReply, type RenderOutput, type RenderPlan } from '#libs/contracts';
import { Logger } from '#libs/runtime';
import { contentTypeOf, MissingObjectError, ObjectStore, StorageError } from '#libs/storage';
import type { RenderedVideo } from '../render-job.js';

const RETRY_MS = 2_000;

/**
 * What goes between a renderer and storage. While storage is away it is waited for, until `signal` says that the attempt
 * is over; a renderer has nothing better to do with a file that took minutes to draw.
 */
@Injectable()
export class RenderFiles {
  constructor(
    private readonly store: ObjectStore,
    private readonly log: Logger,
  ) {}

  /** The plan that a claim granted, or named because it is large. */
  async planOf(claim: ClaimReply & { granted: true }, signal: AbortSignal): Promise<RenderPlan> {
    if ('plan' in claim) return claim.plan;
    const { plan_key } = claim;
    return this.patiently(signal, async () => {
      const object = await this.store.open(plan_key);
      if (!object) throw new MissingObjectError(plan_key);
      return JSON.parse(await text(object.stream)) as RenderPlan;
    });
  }

  /** Stores a finished file, and its poster beside it, under keys of this attempt alone. */
  async upload(plan: RenderPlan, video: RenderedVideo, signal: AbortSignal): Promise<RenderOutput> {
    const key = plan.output_key;
    const poster_key = key.replace(/\.\w+$/, '.jpg');
    const put = (to: string, file: string) =>
      this.patiently(signal, () => this.store.putFile(to, file, { contentType: contentTypeOf(to) }));
    await put(key, video.file);
    await put(poster_key, video.poster);
    return { key, file_size: video.fileSize, frames: video.frames, duration: video.durationS, poster_key };
  }

  /** @throws what ended `signal`, and whatever another try would not change */
  private async patiently<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof StorageError && error.isTemporary)) throw error;
        this.log.warn('storage.away', { error });
        await delay(RETRY_MS, undefined, { signal }).catch(() => signal.throwIfAborted());
      }
    }
  }
}
