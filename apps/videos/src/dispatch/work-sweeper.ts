import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { ObjectStore } from '#libs/storage';
import { VideosConfig } from '../videos.config.js';
import { VideoRow } from '../videos/video.entity.js';
import { publicPosterKey, workPrefix } from './storage-keys.js';
import type { RepairPass } from './repair-pass.js';

const BATCH = 100;

/** Removes what renderers left in storage: plans, losing uploads, the copy of a video that ended meanwhile. */
@Injectable()
export class WorkSweeper implements RepairPass {
  readonly repairs = 'swept_videos';

  constructor(
    private readonly em: EntityManager,
    private readonly store: ObjectStore,
    private readonly config: VideosConfig,
  ) {}

  async repair(): Promise<number> {
    const em = this.em.fork();
    const endedBefore = new Date(Date.now() - this.config.workRetentionMs);
    const ended = await em.find(
      VideoRow,
      { finishedAt: { $lt: endedBefore }, sweptAt: null },
      { limit: BATCH, orderBy: { finishedAt: 'asc' } },
    );
    for (const video of ended) {
      for await (const { key } of this.store.list(workPrefix(video.id))) await this.store.delete(key);
      if (video.status !== 'COMPLETED') {
        for (const key of [video.publicKey, publicPosterKey(video.publicKey)]) await this.store.delete(key);
      }
      await em.nativeUpdate(VideoRow, { id: video.id }, { sweptAt: new Date() });
    }
    return ended.length;
  }
}
