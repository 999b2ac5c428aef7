import type { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type Video, VIDEOS_RPC } from '#libs/contracts';
import { RpcClient } from '#libs/messaging';

/** The videos that are reviewed. They are those of the videos service, so a deleted one has no review at once. */
@Injectable()
export class ReviewedVideos {
  constructor(private readonly rpc: RpcClient) {}

  /** @throws AppError RESOURCE_NOT_FOUND for a deleted video, and another organization's */
  async read(org_id: string, id: string): Promise<Video> {
    return (await this.rpc.call(VIDEOS_RPC.getVideo, { org_id, id })).video;
  }

  /** Begins the review of a video that has been read, unless it has one. */
  async open(em: EntityManager, orgId: string, videoId: string): Promise<void> {
    await em.execute('INSERT INTO reviews (video_id, organization_id) VALUES (?, ?) ON CONFLICT DO NOTHING', [
      videoId,
      orgId,
    ]);
  }
}
