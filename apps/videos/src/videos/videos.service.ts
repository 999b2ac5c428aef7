import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import {
  AppError,
  type GetVideo,
  type ListVideos,
  type Page,
  pageOf,
  type ShownVideo,
  type Video,
  VIDEO_STATUSES,
} from '#libs/contracts';
import { VideosConfig } from '../videos.config.js';
import { retryAfterS } from './retry-after.js';
import { toVideo } from './to-video.js';
import { VideoRow } from './video.entity.js';

/** Reads videos, each organization its own; reservations are invisible. */
@Injectable()
export class VideosService {
  constructor(
    private readonly em: EntityManager,
    private readonly config: VideosConfig,
  ) {}

  /** @throws AppError RESOURCE_NOT_FOUND for an unknown video and for another organization's */
  async get({ org_id, id }: GetVideo): Promise<ShownVideo> {
    const row = await this.em.fork().findOne(VideoRow, { id, orgId: org_id, status: { $in: VIDEO_STATUSES } });
    if (!row) throw new AppError('RESOURCE_NOT_FOUND');
    const video = toVideo(row, this.config);
    return { video, version: row.shownVersion, retry_after_s: retryAfterS(video) };
  }

  async list(request: ListVideos): Promise<Page<Video>> {
    const { org_id: orgId, status, limit = 20, offset = 0 } = request;
    const [rows, total] = await this.em
      .fork()
      .findAndCount(
        VideoRow,
        { orgId, status: status ?? { $in: VIDEO_STATUSES } },
        { limit, offset, orderBy: { createdAt: 'desc', id: 'desc' } },
      );
    return pageOf(
      rows.map((row) => toVideo(row, this.config)),
      total,
      request,
    );
  }
}
