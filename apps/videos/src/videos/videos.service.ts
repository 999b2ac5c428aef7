import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import {
  AppError,
  type AskVideoFile,
  type GetVideo,
  type ListVideos,
  type Page,
  pageOf,
  type ReadVideos,
  type ShownVideo,
  type Video,
  type VideoNews,
  type VideoFile,
  VIDEO_STATUSES,
} from '#libs/contracts';
import { type PreparedStatement, PreparedStatements } from '#libs/database';
import { VideosConfig } from '../videos.config.js';
import { retryAfterS } from './retry-after.js';
import { type NewsRow, SHOWN_COLUMNS, type ShownRow, toVideo, toVideoNews } from './to-video.js';
import { VideoRow } from './video.entity.js';

const FIND_VIDEO: PreparedStatement = {
  name: 'find-video',
  text: `
  SELECT ${SHOWN_COLUMNS}, shown_version AS "shownVersion" FROM videos
   WHERE id = $1 AND org_id = $2 AND status = ANY ($3)`,
};

const FIND_FILE: PreparedStatement = {
  name: 'find-file',
  text: `
  SELECT expires_at AS "expiresAt" FROM videos
   WHERE id = $1 AND status = 'COMPLETED' AND files_removed_at IS NULL AND (expires_at > clock_timestamp() OR expires_at IS NULL)`,
};

const READ_VIDEOS: PreparedStatement = {
  name: 'read-videos',
  text: `
  SELECT ${SHOWN_COLUMNS}, shown_version AS "shownVersion", org_id AS "orgId" FROM videos
   WHERE id = ANY ($1::uuid[]) AND status = ANY ($2)`,
};

/** Reads videos, each organization its own; reservations are invisible. */
@Injectable()
export class VideosService {
  constructor(
    private readonly em: EntityManager,
    private readonly statements: PreparedStatements,
    private readonly config: VideosConfig,
  ) {}

  /** @throws AppError RESOURCE_NOT_FOUND for an unknown video and for another organization's */
  async get({ org_id, id }: GetVideo): Promise<ShownVideo> {
    const [row] = await this.statements.run<ShownRow & Pick<VideoRow, 'shownVersion'>>(FIND_VIDEO, [
      id,
      org_id,
      VIDEO_STATUSES,
    ]);
    if (!row) throw new AppError('RESOURCE_NOT_FOUND');
    const video = toVideo(row, this.config);
    return { video, version: row.shownVersion, retry_after_s: retryAfterS(video) };
  }

  /** @throws AppError RESOURCE_NOT_FOUND where there is no file: not finished, deleted, expired */
  async fileOf({ id }: AskVideoFile): Promise<VideoFile> {
    const [row] = await this.statements.run<{ expiresAt: Date | null }>(FIND_FILE, [id]);
    if (!row) throw new AppError('RESOURCE_NOT_FOUND');
    return { expires_at: row.expiresAt?.toISOString() ?? null };
  }

  /** Those of many videos that there are, with what tells whose they are. */
  async readMany({ ids }: ReadVideos): Promise<VideoNews[]> {
    const rows = await this.statements.run<NewsRow>(READ_VIDEOS, [ids, VIDEO_STATUSES]);
    return rows.map((row) => toVideoNews(row, this.config));
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
