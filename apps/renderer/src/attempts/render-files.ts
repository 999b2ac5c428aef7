import { Injectable } from '@nestjs/common';
import { text } from 'node:stream/consumers';
import { type ClaimReply, type RenderOutput, type RenderPlan } from '#libs/contracts';
import { contentTypeOf, MissingObjectError, ObjectStore } from '#libs/storage';
import type { RenderedVideo } from '../render-job.js';

/** What goes between a renderer and storage. */
@Injectable()
export class RenderFiles {
  constructor(private readonly store: ObjectStore) {}

  /** The plan that a claim granted, or named because it is large. */
  async planOf(claim: ClaimReply & { granted: true }): Promise<RenderPlan> {
    if ('plan' in claim) return claim.plan;
    const object = await this.store.open(claim.plan_key);
    if (!object) throw new MissingObjectError(claim.plan_key);
    return JSON.parse(await text(object.stream)) as RenderPlan;
  }

  /** Stores a finished file, and its poster beside it, under keys of this attempt alone. */
  async upload(plan: RenderPlan, video: RenderedVideo): Promise<RenderOutput> {
    const key = plan.output_key;
    const poster_key = key.replace(/\.\w+$/, '.jpg');
    await this.store.putFile(key, video.file, { contentType: contentTypeOf(key) });
    await this.store.putFile(poster_key, video.poster, { contentType: contentTypeOf(poster_key) });
    return { key, file_size: video.fileSize, frames: video.frames, duration: video.durationS, poster_key };
  }
}
